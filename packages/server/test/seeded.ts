import { readSeed } from '../src/app/command-line/seed-usage.ts'
import { type Seeded, seed } from '../src/app/seed.ts'
import { assert } from '../src/kernel/assert.ts'
import type { Config } from '../src/platform/config/config.ts'

/** As `guildhall seed` followed by this; an option ends where the next one starts. */
export function seeded(config: Config, call: string): Promise<Seeded> {
  const words = call.split(/ (?=--)/).flatMap((option) => option.split(/ (.*)/, 2))
  const options = readSeed(words)
  assert(!('usageError' in options), `the call is good: ${JSON.stringify(options)}`)
  return seed(config, options)
}
