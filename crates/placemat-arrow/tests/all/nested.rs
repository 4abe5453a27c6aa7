//! Text in lists, structs and maps.

use arrow_array::builder::{
    BinaryBuilder, FixedSizeListBuilder, LargeListBuilder, ListBuilder, MapBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, Int32Array, ListArray, StructArray};
use placemat::Policy;
use placemat_arrow::{Error, Survey, make_valid, nested, null_invalid};
use std::sync::Arc;

fn mend(array: &ArrayRef) -> ArrayRef {
    let mut mend = |_: &[&str], leaf: &dyn Array| match make_valid(leaf, Policy::Replace) {
        Ok(mended) => Ok(Some(mended.array)),
        Err(Error::NotText(_)) => Ok(None),
        Err(error) => Err(error),
    };
    let mended = nested::map(array, &mut mend).unwrap();
    mended.to_data().validate_full().unwrap();
    mended
}

fn lists() -> ListArray {
    let mut lists = ListBuilder::new(BinaryBuilder::new());
    lists.append_value([Some(&b"a\xFF"[..]), None]);
    lists.append_null();
    lists.append_value([Some(&b"b"[..]), Some(b"\xC3")]);
    lists.finish()
}

#[test]
fn lists_of_structs() {
    let people = StructArray::try_from(vec![
        ("age", Arc::new(Int32Array::from(vec![1, 2, 3])) as ArrayRef),
        ("names", Arc::new(lists()) as ArrayRef),
    ])
    .unwrap();
    let people: ArrayRef = Arc::new(people);
    let mut paths = Vec::new();
    nested::each_leaf(&people, &mut |path, leaf| {
        paths.push((path.join("."), leaf.len()));
        Ok(())
    })
    .unwrap();
    assert_eq!(paths, [("age".to_owned(), 3), ("names".to_owned(), 4)]);
    let mended = mend(&people);
    let names = mended.as_struct().column(1).as_list::<i32>().value(0);
    assert_eq!(names.as_string::<i32>().value(0), "a\u{FFFD}");
    // What has nothing to mend is the same.
    let ages: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    assert!(Arc::ptr_eq(&mend(&ages), &ages));
}

#[test]
fn only_what_a_slice_shows_is_visited() {
    let mut survey = Survey::default();
    nested::each_leaf(&lists().slice(2, 1), &mut |_, leaf| survey.add(leaf)).unwrap();
    assert_eq!((survey.rows, survey.invalid_rows), (2, 1));
}

#[test]
fn maps_and_other_lists() {
    let mut maps = MapBuilder::new(None, BinaryBuilder::new(), BinaryBuilder::new());
    maps.keys().append_value(b"key");
    maps.values().append_value(b"\xE9");
    maps.append(true).unwrap();
    let maps: ArrayRef = Arc::new(maps.finish());
    assert_eq!(mend(&maps).as_map().values().as_string::<i32>().value(0), "\u{FFFD}");

    let mut large = LargeListBuilder::new(BinaryBuilder::new());
    large.append_value([Some(b"\xE9")]);
    let large: ArrayRef = Arc::new(large.finish());
    assert_eq!(mend(&large).as_list::<i64>().value(0).as_string::<i32>().value(0), "\u{FFFD}");

    let mut fixed = FixedSizeListBuilder::new(BinaryBuilder::new(), 1);
    fixed.values().append_value(b"\xE9");
    fixed.append(true);
    let fixed: ArrayRef = Arc::new(fixed.finish());
    assert_eq!(mend(&fixed).as_fixed_size_list().value(0).as_string::<i32>().value(0), "\u{FFFD}");
}

#[test]
fn fields_may_become_nullable() {
    let names: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"\xE9"]));
    let people: ArrayRef = Arc::new(StructArray::try_from(vec![("name", names)]).unwrap());
    let nulled = nested::map(&people, &mut |_, leaf| null_invalid(leaf).map(Some)).unwrap();
    nulled.to_data().validate_full().unwrap();
    assert_eq!(nulled.as_struct().column(0).null_count(), 1);
}

#[test]
fn errors_end_the_walk() {
    let error = nested::map(&(Arc::new(lists()) as ArrayRef), &mut |_, _| Err(Error::TooLong));
    assert!(matches!(error, Err(Error::TooLong)));
}
