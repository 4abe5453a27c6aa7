//! UTF-8: what `placemat` says and does in one call.

use crate::convert::{policy, raise};
use crate::input::Units;
use crate::kinds::{Change, Group, Item, Lines, Malformed, Word};
use crate::text::{self, NativeUtf16, NativeUtf32};
use placemat::encoding::Utf8;
use placemat::{Policy, utf8, utf16, utf32};
use placemat_detect::mojibake::{Options, Stream};
use placemat_detect::{Hints, Note};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

fn is_bytes(data: &Units<'_>) -> PyResult<()> {
    if data.is_bytes() { Ok(()) } else { Err(PyTypeError::new_err("bytes are needed")) }
}

#[pyfunction]
pub(crate) fn is_valid(py: Python<'_>, data: Units<'_>) -> PyResult<bool> {
    let bytes = data.get();
    Ok(match data.width()? {
        1 => py.detach(|| utf8::is_valid(bytes)),
        2 => utf16::is_valid(&data.u16s()),
        _ => utf32::is_valid(&data.u32s()),
    })
}

#[pyfunction]
pub(crate) fn validate<'py>(
    py: Python<'py>,
    data: Units<'py>,
    object: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyString>> {
    let bytes = data.get();
    let (name, result) = match data.width()? {
        1 => ("utf-8", text::of::<Utf8>(py, bytes)),
        2 => ("utf-16", text::of::<NativeUtf16>(py, bytes)),
        _ => ("utf-32", text::of::<NativeUtf32>(py, bytes)),
    };
    result?.map_err(|error| raise(py, &error, name, object))
}

#[pyfunction]
#[pyo3(signature = (data, limit=None))]
pub(crate) fn errors(
    py: Python<'_>,
    data: Units<'_>,
    limit: Option<usize>,
) -> PyResult<Vec<Malformed>> {
    let bytes = data.get();
    let limit = limit.unwrap_or(usize::MAX);
    let nowhere = |bad| Malformed::new(bad, (0, 0));
    Ok(match data.width()? {
        1 => py.detach(|| {
            let mut lines = Lines::new(bytes);
            utf8::errors(bytes)
                .take(limit)
                .map(|bad| Malformed::new(bad, lines.of(bad.offset)))
                .collect()
        }),
        2 => utf16::errors(&data.u16s()).take(limit).map(nowhere).collect(),
        _ => utf32::errors(&data.u32s()).take(limit).map(nowhere).collect(),
    })
}

#[pyfunction]
#[pyo3(signature = (data, limit=None))]
pub(crate) fn groups(
    py: Python<'_>,
    data: Units<'_>,
    limit: Option<usize>,
) -> PyResult<Vec<Group>> {
    is_bytes(&data)?;
    let bytes = data.get();
    Ok(py.detach(|| {
        let mut lines = Lines::new(bytes);
        utf8::groups(bytes)
            .take(limit.unwrap_or(usize::MAX))
            .map(|group| Group::new(group, bytes, lines.of(group.offset)))
            .collect()
    }))
}

/// The mistake that begins at `offset`, if one does.
#[pyfunction]
pub(crate) fn locate(data: Units<'_>, offset: usize) -> Option<Group> {
    let bytes = data.get();
    let bad = utf8::errors(bytes.get(offset..)?).next().filter(|bad| bad.offset == 0)?;
    let bad = placemat::Malformed { offset, ..bad };
    Some(Group::new(bad.reading(bytes), bytes, Lines::new(bytes).of(offset)))
}

#[pyfunction]
#[pyo3(signature = (data, policy_name="replace"))]
pub(crate) fn repair<'py>(
    py: Python<'py>,
    data: Units<'py>,
    policy_name: &str,
) -> PyResult<Bound<'py, PyString>> {
    let (bytes, policy) = (data.get(), policy(policy_name)?);
    let refused = |error: placemat::policy::PolicyError| {
        pyo3::exceptions::PyValueError::new_err(error.to_string())
    };
    match data.width()? {
        1 => {
            utf8::repair(b"", policy).map_err(refused)?;
            if let Ok(string) = text::of::<Utf8>(py, bytes)? {
                return Ok(string);
            }
            if let Some(string) =
                (policy == Policy::Replace).then(|| text::replaced(py, bytes)).flatten()
            {
                return string;
            }
            let repaired = py.detach(|| utf8::repair(bytes, policy)).map_err(refused)?;
            text::string(py, &repaired.text)
        }
        2 => {
            let units = data.u16s();
            let repaired = utf16::repair(&units, policy).map_err(refused)?;
            text::string(py, &utf16::to_string_lossy(&repaired.text))
        }
        _ if policy == Policy::Replace => text::string(py, &utf32::to_string_lossy(&data.u32s())),
        _ => Err(PyTypeError::new_err("UTF-32 is repaired by the policy replace")),
    }
}

#[pyfunction]
#[pyo3(signature = (data, policy_name="replace"))]
pub(crate) fn repair_with_changes<'py>(
    py: Python<'py>,
    data: Units<'py>,
    policy_name: &str,
) -> PyResult<(Bound<'py, PyString>, Vec<Change>)> {
    is_bytes(&data)?;
    let (bytes, policy) = (data.get(), policy(policy_name)?);
    let (repaired, changes) = py
        .detach(|| utf8::repair_with_changes(bytes, policy))
        .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    Ok((text::string(py, &repaired.text)?, changes.iter().map(Change::from).collect()))
}

#[pyfunction]
pub(crate) fn escape<'py>(py: Python<'py>, data: Units<'py>) -> PyResult<Bound<'py, PyString>> {
    is_bytes(&data)?;
    let bytes = data.get();
    text::string(py, &py.detach(|| placemat::escape::escape(bytes)))
}

#[pyfunction]
pub(crate) fn unescape<'py>(py: Python<'py>, data: Units<'py>) -> PyResult<Bound<'py, PyBytes>> {
    is_bytes(&data)?;
    let bytes = data.get();
    Ok(PyBytes::new(py, &py.detach(|| placemat::escape::unescape(bytes))))
}

#[pyfunction]
#[pyo3(signature = (data, limit=None))]
pub(crate) fn explain(data: Units<'_>, limit: Option<usize>) -> PyResult<Vec<Item>> {
    is_bytes(&data)?;
    let mut offset = 0;
    let item = |code_point: Result<char, placemat::Malformed>| {
        let (len, code_point, kind) = match code_point {
            Ok(c) => (c.len_utf8(), Some(c.into()), None),
            Err(bad) => (bad.len, None, Some(Word(bad.kind.name()))),
        };
        let item = Item { offset, len, code_point, kind };
        offset += len as u64;
        item
    };
    Ok(utf8::code_points(data.get()).take(limit.unwrap_or(usize::MAX)).map(item).collect())
}

#[pyfunction]
pub(crate) fn truncate(data: Units<'_>, most: usize) -> PyResult<usize> {
    is_bytes(&data)?;
    Ok(utf8::keep_start(data.get(), most).len())
}

/// A repair of mojibake: where, in code points; what was there, what is; the pages; from 0 to 1, how sure; whether it
/// is proved.
type Repair = (usize, String, String, Vec<&'static str>, f64, bool);

/// Text with its mojibake undone, if it has any.
#[pyfunction]
pub(crate) fn fix_mojibake<'py>(
    py: Python<'py>,
    data: Units<'py>,
    lossy: bool,
) -> PyResult<Option<(Bound<'py, PyString>, Vec<Repair>)>> {
    is_bytes(&data)?;
    let bytes = data.get();
    let options = if lossy { Options::lossy() } else { Options::default() };
    let (text, repairs) = py.detach(|| {
        let (mut text, mut repairs) = (Vec::new(), Vec::new());
        let (mut seen, mut code_points) = (0, 0);
        Stream::new(options).push(bytes, true, &mut text, &mut |repair| {
            let offset = repair.offset as usize;
            code_points += utf8::count_code_points(&bytes[seen..offset]);
            seen = offset;
            let pages = repair.steps.iter().map(|step| step.page()).collect();
            let (before, after) = (repair.before.to_owned(), repair.after.to_owned());
            let sure = f64::from(repair.confidence()) / 100.0;
            repairs.push((code_points, before, after, pages, sure, repair.is_exact()));
        });
        (text, repairs)
    });
    if repairs.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8(text).map_err(|_| PyTypeError::new_err("text is needed"))?;
    Ok(Some((text::string(py, &text)?, repairs)))
}

#[pyfunction]
#[pyo3(signature = (data, language=None, encoding=None))]
pub(crate) fn detect<'py>(
    py: Python<'py>,
    data: Units<'py>,
    language: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let bytes = data.get();
    let mut hints = Hints::default();
    (hints.language, hints.encoding) = (language, encoding);
    verdict(py, &py.detach(|| placemat_detect::detect(bytes, &hints)))
}

/// The kind of a note, and how many there are of what it says.
fn of_note(note: Note) -> Option<(&'static str, u64)> {
    Some(match note {
        Note::EncodedTwice { sequences, .. } => ("encoded-twice", sequences),
        Note::Nuls(count) => ("nuls", count),
        Note::Mixed(count) => ("mixed", count),
        Note::OddStart => ("odd-start", 1),
        Note::Cedillas => ("cedillas", 1),
        _ => return None,
    })
}

/// A verdict as what `placemat.Verdict` is made of.
pub(crate) fn verdict<'py>(
    py: Python<'py>,
    verdict: &placemat_detect::Verdict,
) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    let candidates: Vec<_> =
        verdict.candidates.iter().map(|one| (one.encoding, one.certainty)).collect();
    result.set_item("encoding", verdict.encoding)?;
    result.set_item("certainty", verdict.certainty)?;
    result.set_item("candidates", candidates)?;
    result.set_item("declared", verdict.declared.as_deref())?;
    let notes: Vec<_> = verdict.notes.iter().filter_map(|&note| of_note(note)).collect();
    result.set_item("notes", notes)?;
    Ok(result)
}
