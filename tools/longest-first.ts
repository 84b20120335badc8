import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What a person does takes longer than what a program does, and many programs longer than one.
const order = ['e2e/', 'packages/server/simulation/', 'packages/stories/', '']

/** So that no worker is left alone with something long when the others are through. */
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
