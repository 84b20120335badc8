import fc from 'fast-check'
import { isFullRun } from './full-run.ts'

// The outcome of `npm test` depends on the commit alone; the nightly run tries other values.
if (!isFullRun) fc.configureGlobal({ seed: 20_261_127 })
