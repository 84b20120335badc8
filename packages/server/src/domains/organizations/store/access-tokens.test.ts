import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import { findTokensByHashes } from './access-tokens.ts'

const db = testDatabase()

const plans = namedStatement<{ keptPlan: boolean }>(
  'plans_of_access_tokens',
  `select generic_plans > custom_plans as "keptPlan"
     from pg_prepared_statements where name = 'access_tokens_shown'`,
)

it.each([1, 8])('keeps the plan of a call with a token, of %i at a time', async (count) => {
  const hashes = Array.from({ length: count }, () => randomBytes(32))
  // PostgreSQL always plans the first five anew, to compare.
  for (let call = 0; call < 12; call++) await findTokensByHashes(db.database, hashes)
  expect(await db.database.read(plans, [])).toEqual([{ keptPlan: true }])
})
