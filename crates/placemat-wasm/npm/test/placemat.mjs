// The package as it was built, for the tests.
export * from '../../../../target/web/npm/esm/index.js';
