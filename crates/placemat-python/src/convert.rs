//! Any encoding to any other.

use crate::input::Units;
use crate::text;
use placemat::encoding::Label;
use placemat::{Error, Policy, Status, utf8};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

// Exceptions are classes in Python: they have what UnicodeDecodeError has, and say more when asked.
pyo3::import_exception!(placemat._errors, MalformedError);
pyo3::import_exception!(placemat._errors, UnmappableError);

pub(crate) fn policy(name: &str) -> PyResult<Policy> {
    name.parse()
        .map_err(|error: placemat::policy::UnknownPolicy| PyValueError::new_err(error.to_string()))
}

/// The encoding of that name. Those of the web that are no form of Unicode are Python's.
pub(crate) fn label(name: &str) -> PyResult<Label> {
    name.parse().map_err(|error: placemat::encoding::UnknownLabel| {
        let message = format!("{name}: {error}. Others than `placemat.encodings` may be Python's");
        PyLookupError::new_err(message)
    })
}

/// The exception for an error of `object`; offsets are bytes.
pub(crate) fn raise(
    py: Python<'_>,
    error: &Error,
    encoding: &str,
    object: &Bound<'_, PyAny>,
) -> PyErr {
    match *error {
        Error::Malformed(bad) => {
            let (start, end) = (bad.offset, bad.end());
            let reason = bad.kind.to_string();
            match PyBytes::type_object(py).call1((object,)) {
                Ok(bytes) => MalformedError::new_err((
                    encoding.to_owned(),
                    bytes.unbind(),
                    start,
                    end,
                    reason,
                )),
                Err(error) => error,
            }
        }
        Error::Unmappable(item) => UnmappableError::new_err((
            encoding.to_owned(),
            item.code_point,
            item.offset,
            item.offset + item.len,
        )),
        other => PyValueError::new_err(other.to_string()),
    }
}

use pyo3::type_object::PyTypeInfo;

/// Names of encodings, each with its aliases.
#[pyfunction]
pub(crate) fn labels() -> Vec<(&'static str, &'static [&'static str])> {
    Label::all().iter().map(|label| (label.name(), label.aliases())).collect()
}

/// Names of policies.
#[pyfunction]
pub(crate) fn policies() -> Vec<&'static str> {
    Policy::all().iter().map(|policy| policy.name()).collect()
}

/// The encoding that bytes are read as, and how long their signature is.
fn read_as(name: &str, bytes: &[u8]) -> PyResult<(Label, usize)> {
    let label = label(name)?;
    Ok(label.for_reading(bytes, true).unwrap_or((label, 0)))
}

fn converted(
    bytes: &[u8],
    from: Label,
    to: Label,
    policy: Policy,
    lenient: bool,
) -> Result<Vec<u8>, Error> {
    let make = if lenient { placemat::Transcoder::lenient } else { placemat::Transcoder::new };
    make(from, to, policy)?.convert(bytes)
}

#[pyfunction]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    data: Units<'py>,
    object: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    policy_name: &str,
    lenient: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (policy, to) = (policy(policy_name)?, label(target)?);
    let (from, signature) = read_as(source, data.get())?;
    let bytes = &data.get()[signature..];
    let result = py.detach(|| converted(bytes, from, to, policy, lenient));
    let mut out = match result {
        Ok(out) => out,
        Err(error) => {
            let name = if matches!(error, Error::Unmappable(_)) { to.name() } else { from.name() };
            return Err(raise(py, &behind(error, signature), name, object));
        }
    };
    if to.needs_signature() {
        out.splice(..0, to.for_writing().signature().iter().copied());
    }
    Ok(PyBytes::new(py, &out))
}

/// The same error of bytes that have a signature in front.
fn behind(error: Error, signature: usize) -> Error {
    match error {
        Error::Malformed(bad) => {
            Error::Malformed(placemat::Malformed { offset: bad.offset + signature, ..bad })
        }
        Error::Unmappable(item) => {
            Error::Unmappable(placemat::Unmappable { offset: item.offset + signature, ..item })
        }
        other => other,
    }
}

/// Bytes as a `str`, which can hold lone surrogates where the encoding can.
#[pyfunction]
pub(crate) fn decode<'py>(
    py: Python<'py>,
    data: Units<'py>,
    object: &Bound<'py, PyAny>,
    source: &str,
    policy_name: &str,
) -> PyResult<Bound<'py, PyString>> {
    let policy = policy(policy_name)?;
    let (from, signature) = read_as(source, data.get())?;
    let bytes = &data.get()[signature..];
    if let Some(made) = (policy == Policy::Strict).then(|| text::decoded(py, from, bytes)).flatten()
    {
        return made?.map_err(|error| raise(py, &behind(error, signature), from.name(), object));
    }
    match py.detach(|| converted(bytes, from, Label::Wtf8, policy, false)) {
        Ok(out) => generalized(py, &out),
        Err(error) => Err(raise(py, &behind(error, signature), from.name(), object)),
    }
}

/// WTF-8 as a `str`.
fn generalized<'py>(py: Python<'py>, wtf8: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match utf8::validate(wtf8) {
        Ok(checked) => text::string(py, checked),
        Err(_) => {
            let decoded =
                PyBytes::new(py, wtf8).call_method1("decode", ("utf-8", "surrogatepass"))?;
            Ok(decoded.cast_into::<PyString>()?)
        }
    }
}

/// What a push stopped for: start and end in its bytes, a reason, and the code point that the target
/// lacks.
type Problem = (u64, u64, String, Option<u32>);

/// Text that comes in pieces, for codecs: strict, so that handlers of Python decide.
#[pyclass(module = "placemat")]
#[derive(Clone)]
pub(crate) struct Transcoder {
    inner: placemat::Transcoder,
}

#[pymethods]
impl Transcoder {
    #[new]
    fn new(source: &str, target: &str, policy_name: &str, lenient: bool) -> PyResult<Self> {
        let make = if lenient { placemat::Transcoder::lenient } else { placemat::Transcoder::new };
        let inner = make(label(source)?, label(target)?, policy(policy_name)?)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { inner })
    }

    /// How many bytes of the source are converted or passed over.
    #[getter]
    fn offset(&self) -> u64 {
        self.inner.offset()
    }

    fn clone(&self) -> Self {
        Clone::clone(self)
    }

    /// What `data` becomes, how much of it is read, and what it stopped for.
    fn push<'py>(
        &mut self,
        py: Python<'py>,
        data: Units<'py>,
        last: bool,
    ) -> (Bound<'py, PyBytes>, usize, Option<Problem>) {
        let (out, read, problem) = self.pushed(py, data.get(), last);
        (PyBytes::new(py, &out), read, problem)
    }

    /// What WTF-8 keeps until it knows what follows: a high surrogate, as bytes.
    fn release<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut out = [0; 8];
        let len = self.inner.release(&mut out);
        PyBytes::new(py, &out[..len])
    }

    /// The same as `push`, as a `str`; the target is WTF-8. Nothing is kept: a handler of Python may put something
    /// behind it, and no source leaves halves that are to be joined.
    fn push_text<'py>(
        &mut self,
        py: Python<'py>,
        data: Units<'py>,
        last: bool,
    ) -> PyResult<(Bound<'py, PyString>, usize, Option<Problem>)> {
        let (mut out, read, problem) = self.pushed(py, data.get(), last);
        let mut kept = [0; 8];
        let len = self.inner.release(&mut kept);
        out.extend_from_slice(&kept[..len]);
        Ok((generalized(py, &out)?, read, problem))
    }
}

/// What is converted at once before anything is known of how long a push goes on.
const BLOCK: usize = 1 << 12;

impl Transcoder {
    fn pushed(
        &mut self,
        py: Python<'_>,
        data: &[u8],
        last: bool,
    ) -> (Vec<u8>, usize, Option<Problem>) {
        py.detach(|| {
            let (mut out, mut read, mut written) = (Vec::new(), 0, 0);
            loop {
                // No more room than twice what was needed so far: an error may be near.
                let next = (data.len() - read).min(written.max(BLOCK));
                out.resize(written + 2 * next + placemat::Transcoder::MIN_ROOM, 0);
                let progress = self.inner.push(&data[read..], &mut out[written..], last);
                (read, written) = (read + progress.read, written + progress.written);
                let problem = match progress.status {
                    Status::OutputFull => continue,
                    Status::Malformed(bad) => {
                        Some((bad.offset, bad.offset + bad.len as u64, bad.kind.to_string(), None))
                    }
                    Status::Unmappable(item) => Some((
                        item.offset,
                        item.offset + item.len as u64,
                        "the encoding has no such code point".to_owned(),
                        Some(item.code_point),
                    )),
                    _ => None,
                };
                out.truncate(written);
                return (out, read, problem);
            }
        })
    }
}
