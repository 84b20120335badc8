import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// From slow to fast: browser tests, simulations, tests through HTTP, all others.
const order = ['e2e/', 'packages/server/simulation/', 'packages/stories/', '']

/** Runs slow files first, so that no worker ends with a slow file while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId)
      return order.findIndex((folder) => path.startsWith(folder))
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
