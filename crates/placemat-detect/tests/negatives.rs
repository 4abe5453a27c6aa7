//! Texts as they should be that look odd stay as they are.

use placemat_detect::mojibake::{Options, repair};

/// None of them is mojibake; the file says where they are from.
const TEXTS: &str = include_str!("negatives.txt");

#[test]
fn none_is_changed() {
    let texts = TEXTS.lines().filter(|line| !line.starts_with("# "));
    let (mut count, mut wrong) = (0, Vec::new());
    for text in texts {
        count += 1;
        for options in [Options::default(), Options::lossy()] {
            let now = repair(text, options);
            if now != text {
                wrong.push(format!("{text} -> {now}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 4000, "{count}");
}
