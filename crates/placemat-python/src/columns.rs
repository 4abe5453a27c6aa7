//! Columns, over the Arrow PyCapsule interface: arrays of any library go in, and what comes out can be
//! taken by any. Nothing is copied on the way.

use crate::convert::{label, policy};
use crate::functions::verdict;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, new_null_array};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use placemat::MalformedKind;
use placemat::encoding::Label;
use placemat_arrow::Error;
use placemat_detect::Hints;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

fn refused(error: Error) -> PyErr {
    match error {
        Error::NotText(_) => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// An array of Arrow, with the PyCapsule interface.
#[pyclass(frozen, module = "placemat")]
pub(crate) struct Column {
    array: ArrayRef,
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // What is asked for is a wish, and this has one form.
        drop(requested_schema);
        let array = FFI_ArrowArray::new(&self.array.to_data());
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        // A type alone would say that nothing is null.
        let field = Field::new("", self.array.data_type().clone(), true);
        let schema = FFI_ArrowSchema::try_from(&field)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __repr__(&self) -> String {
        format!("Column({}, {} rows)", self.array.data_type(), self.array.len())
    }
}

/// The chunks of a column of any library.
pub(crate) struct Chunks(Vec<ArrayRef>);

impl<'a, 'py> FromPyObject<'a, 'py> for Chunks {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(column) = object.cast::<Column>() {
            return Ok(Self(vec![Arc::clone(&column.get().array)]));
        }
        // First: who has both may have more than one chunk.
        if object.hasattr("__arrow_c_stream__")? {
            let capsule = object.call_method0("__arrow_c_stream__")?;
            let capsule = capsule.cast_into::<PyCapsule>()?;
            let stream = pointer::<FFI_ArrowArrayStream>(&capsule, c"arrow_array_stream")?;
            // SAFETY: the interface says that a capsule of this name holds such a stream, which may be
            // moved out: an empty one is left behind.
            let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
            return all_of(stream).map(Self);
        }
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
                capsules.extract()?;
            let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
            let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
            // SAFETY: as above.
            let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
            if array.is_released() {
                return Err(PyValueError::new_err("the Arrow array was read already"));
            }
            // SAFETY: and that the other one holds its schema.
            let schema = unsafe { schema.as_ref() };
            return Ok(Self(vec![imported(array, schema)?]));
        }
        let found = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("{found} has no Arrow PyCapsule interface")))
    }
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

/// An array that nobody has looked at.
fn imported(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<ArrayRef> {
    // Before all else: that of polars has a buffer, which is refused.
    if DataType::try_from(schema).is_ok_and(|data_type| data_type == DataType::Null) {
        return nothing(array.len());
    }
    // SAFETY: its pointers are what its producer says: that cannot be checked. What they lead to is
    // checked next.
    let data = unsafe { from_ffi(array, schema) };
    let data = data.map_err(|error| PyValueError::new_err(error.to_string()))?;
    placemat_arrow::import(data).map_err(refused)
}

/// A column without a value, which is of no type for pandas and others: one of bytes, all null.
fn nothing(rows: usize) -> PyResult<ArrayRef> {
    // Such a column takes no memory, however long it is, and the other one does.
    i32::try_from(rows).map_err(|_| PyValueError::new_err("too many rows without a type"))?;
    Ok(new_null_array(&DataType::Binary, rows))
}

fn all_of(mut stream: FFI_ArrowArrayStream) -> PyResult<Vec<ArrayRef>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream was read already"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream has not been released; the schema is ours to write to.
    if unsafe { get_schema(&raw mut stream, &raw mut schema) } != 0 {
        return Err(failed(&mut stream));
    }
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        if unsafe { get_next(&raw mut stream, &raw mut array) } != 0 {
            return Err(failed(&mut stream));
        }
        if array.is_released() {
            break;
        }
        chunks.push(imported(array, &schema)?);
    }
    if chunks.is_empty() {
        let data_type = DataType::try_from(&schema)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        chunks.push(match data_type {
            DataType::Null => nothing(0)?,
            _ => placemat_arrow::import(ArrayData::new_empty(&data_type)).map_err(refused)?,
        });
    }
    Ok(chunks)
}

/// What the producer of a stream says of its failure.
fn failed(stream: &mut FFI_ArrowArrayStream) -> PyErr {
    // SAFETY: the stream has not been released, and its last call failed.
    let words = stream.get_last_error.map(|get_last_error| unsafe { get_last_error(stream) });
    let words = words.filter(|words| !words.is_null()).map(|words| {
        // SAFETY: it is a string of C, until the next call.
        unsafe { CStr::from_ptr(words) }.to_string_lossy()
    });
    let words = words.as_deref().unwrap_or("without a word");
    PyValueError::new_err(format!("the Arrow stream failed: {words}"))
}

/// What `make` makes of each chunk, without the interpreter.
fn each(
    py: Python<'_>,
    chunks: &Chunks,
    make: impl Fn(&dyn Array) -> Result<ArrayRef, Error> + Sync,
) -> PyResult<Vec<Column>> {
    let made = py.detach(|| {
        chunks.0.iter().map(|chunk| Ok(Column { array: make(chunk)? })).collect::<Result<_, _>>()
    });
    made.map_err(refused)
}

#[pyfunction]
pub(crate) fn column_is_valid(py: Python<'_>, column: Chunks) -> PyResult<Vec<Column>> {
    each(py, &column, |chunk| Ok(Arc::new(placemat_arrow::is_valid(chunk)?)))
}

#[pyfunction]
pub(crate) fn column_count_errors(py: Python<'_>, column: Chunks) -> PyResult<Vec<Column>> {
    each(py, &column, |chunk| Ok(Arc::new(placemat_arrow::count_errors(chunk)?)))
}

#[pyfunction]
pub(crate) fn column_first_error(py: Python<'_>, column: Chunks) -> PyResult<Vec<Column>> {
    each(py, &column, |chunk| Ok(Arc::new(placemat_arrow::first_error(chunk)?)))
}

#[pyfunction]
pub(crate) fn column_make_valid(
    py: Python<'_>,
    column: Chunks,
    policy_name: &str,
) -> PyResult<Vec<Column>> {
    let policy = policy(policy_name)?;
    each(py, &column, |chunk| Ok(placemat_arrow::make_valid(chunk, policy)?.array))
}

#[pyfunction]
pub(crate) fn column_null_invalid(py: Python<'_>, column: Chunks) -> PyResult<Vec<Column>> {
    each(py, &column, |chunk| placemat_arrow::null_invalid(chunk))
}

#[pyfunction]
pub(crate) fn column_quarantine(
    py: Python<'_>,
    column: Chunks,
) -> PyResult<(Vec<Column>, Vec<Column>)> {
    let parts = py.detach(|| {
        column
            .0
            .iter()
            .map(|chunk| placemat_arrow::quarantine(chunk))
            .collect::<Result<Vec<_>, _>>()
    });
    let parts = parts.map_err(refused)?.into_iter();
    Ok(parts.map(|part| (Column { array: part.good }, Column { array: part.bad })).unzip())
}

#[pyfunction]
pub(crate) fn column_convert(
    py: Python<'_>,
    column: Chunks,
    source: &str,
    policy_name: &str,
) -> PyResult<Vec<Column>> {
    let policy = policy(policy_name)?;
    let from = label(source)?;
    each(py, &column, |chunk| match from {
        // No byte is malformed in it, as the Encoding Standard has it.
        Label::Windows1252 => placemat_arrow::from_windows_1252(chunk),
        from => placemat_arrow::convert(chunk, from, policy),
    })
}

#[pyfunction]
#[pyo3(signature = (column, language=None))]
pub(crate) fn column_detect<'py>(
    py: Python<'py>,
    column: Chunks,
    language: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut hints = Hints::default();
    hints.language = language;
    let found = py.detach(|| {
        let mut detector = placemat_arrow::Detector::new();
        column.0.iter().try_for_each(|chunk| detector.add(chunk))?;
        Ok(detector.finish(&hints))
    });
    verdict(py, &found.map_err(refused)?)
}

/// What is wrong with a column that comes in chunks, in sum.
#[pyclass(module = "placemat")]
#[derive(Default)]
pub(crate) struct Survey {
    inner: placemat_arrow::Survey,
}

#[pymethods]
impl Survey {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn add(&mut self, py: Python<'_>, column: Chunks) -> PyResult<()> {
        let inner = &mut self.inner;
        py.detach(|| column.0.iter().try_for_each(|chunk| inner.add(chunk))).map_err(refused)
    }

    #[getter]
    const fn rows(&self) -> u64 {
        self.inner.rows
    }

    #[getter]
    const fn nulls(&self) -> u64 {
        self.inner.nulls
    }

    #[getter]
    const fn bytes(&self) -> u64 {
        self.inner.bytes
    }

    #[getter]
    const fn invalid_rows(&self) -> u64 {
        self.inner.invalid_rows
    }

    #[getter]
    const fn first_invalid(&self) -> Option<u64> {
        self.inner.first_invalid
    }

    /// How many bytes are malformed.
    #[getter]
    const fn invalid_bytes(&self) -> u64 {
        self.inner.errors.units()
    }

    /// How many maximal subparts of each kind there were; kinds that did not occur are left out.
    #[getter]
    fn kinds(&self) -> BTreeMap<&'static str, u64> {
        let count = |kind: &MalformedKind| (kind.name(), self.inner.errors.of_kind(*kind));
        MalformedKind::all().iter().map(count).filter(|(_, count)| *count > 0).collect()
    }
}
