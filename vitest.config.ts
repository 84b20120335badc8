import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

// The files of a worker share one module graph, which is several times faster than a graph for
// each and the reason for the rule of no state in modules.
//
// A test waits for conditions and measures no time, so that a busy machine only makes it slow.
export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test,simulation}/**/*.test.{ts,tsx}',
      'packages/web/*.test.ts',
      'tools/**/*.test.ts',
      'e2e/**/*.test.ts',
    ],
    globalSetup: ['./packages/server/test/global-setup.ts'],
    setupFiles: [
      './packages/server/test/fixed-seeds.ts',
      './packages/server/test/publish-evidence.ts',
      './packages/server/test/place-statements.ts',
    ],
    isolate: false,
    // Much of the time a worker waits for a browser, a server or a clock.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Most code runs a few times only, which doesn't earn what it costs to optimize it; so that's
    // done later than usual.
    execArgv: ['--interrupt-budget=500000'],
    // Whatever was transformed once, in this run or an earlier one, is read by all workers.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest-modules' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
