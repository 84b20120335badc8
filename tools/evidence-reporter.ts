// At the end of a whole run of the tests: was every refusal of the contract provoked by some test,
// and is there a story of every endpoint? Each file says of its servers what it saw them answer.
import type { Reporter, TestModule } from 'vitest/node'
import { refusals } from '../packages/contract/src/refusals.ts'
import { contractEndpoints } from '../packages/server/test/contract-endpoints.ts'
import { unprovokedRefusals, untoldEndpoints } from '../packages/server/test/endpoint-laws.ts'
import type { Seen } from '../packages/server/test/evidence.ts'

export default class EvidenceReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const seen = modules.flatMap(evidenceOf)
    const told = modules.filter(isStory).flatMap(evidenceOf)
    const faults = [
      ...unprovokedRefusals(Object.keys(refusals), seen),
      ...untoldEndpoints(await contractEndpoints(), told),
    ]
    if (faults.length === 0) return
    process.exitCode = 1
    console.error(`\nThe tests leave out some of the contract:\n${faults.join('\n')}\n`)
  }
}

const isStory = ({ moduleId }: TestModule) => moduleId.includes('/packages/stories/')

const evidenceOf = (module: TestModule): readonly Seen[] => module.meta().evidence ?? []
