import { afterAll } from 'vitest'
import { contractOperations } from './contract-operations.ts'
import { takeEvidence } from './evidence.ts'
import { undeclaredRefusals } from './operation-laws.ts'

const operations = await contractOperations()

// Vitest reads the pattern to find the fixtures that the hook needs, which are none.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  const seen = takeEvidence()
  suite.file.meta.evidence = seen
  const faults = undeclaredRefusals(operations, seen)
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
