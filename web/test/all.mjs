// All tests of the page, in one process and one browser, side by side. `cargo xtask test-web` runs it:
//
//     PLACEMAT_PAGE=PAGE.html [PLACEMAT_LONG=1] node --test test/all.mjs

import { after } from "node:test";
import { close, runAll } from "./harness.mjs";
import "./access.mjs";
import "./examples.mjs";
import "./files.mjs";
import "./hostile.mjs";
import "./input.mjs";
import "./report.mjs";

after(close);
runAll();
