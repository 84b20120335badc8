import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
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

/** Lets customers change their plans in the portal. */
export const letCustomersChangePlans = (
  page: Page,
  organization: Pick<Organization, 'id'>,
): Promise<void> => changeBillingSettings(page, organization, { allow_customer_updates: true })

export async function changeBillingSettings(
  page: Page,
  { id }: Pick<Organization, 'id'>,
  data: object,
): Promise<void> {
  const answer = await page.request.patch(`/v1/organizations/${id}/billing-settings`, {
    data,
    headers: { origin: new URL(page.url()).origin },
  })
  assert.equal(answer.status(), 200, await answer.text())
}

const session = z.object({ customer_portal_url: z.string() })

/** The path of a link to the portal, which signs the customer in. */
export async function portalPath(
  page: Page,
  organization: Pick<Organization, 'id'>,
  customerId: string,
): Promise<string> {
  const made = await createForSeller(page, organization, 'customer-sessions', {
    customer_id: customerId,
  })
  const { pathname, search } = new URL(z.parse(session, made).customer_portal_url)
  return `${pathname}${search}`
}
