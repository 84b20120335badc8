import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Organization } from './organizations.ts'

/** Creates an object of an organization as the user signed in on the page. */
export async function createForSeller(
  page: Page,
  { id }: Pick<Organization, 'id'>,
  path: string,
  input: object,
): Promise<unknown> {
  const headers = { origin: new URL(page.url()).origin }
  const data = { organization_id: id, ...input }
  const answer = await page.request.post(`/v1/${path}/`, { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  return answer.json()
}
