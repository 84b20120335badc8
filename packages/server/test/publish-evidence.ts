import { afterAll } from 'vitest'
import { contractEndpoints } from './contract-endpoints.ts'
import { undeclaredRefusals } from './endpoint-laws.ts'
import { takeEvidence } from './evidence.ts'

const endpoints = await contractEndpoints()

// Vitest reads the pattern for what the hook wants of the context, which is nothing.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  const seen = takeEvidence()
  suite.file.meta.evidence = seen
  const faults = undeclaredRefusals(endpoints, seen)
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
