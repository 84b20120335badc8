import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Person, serverWithOperator } from './operators.ts'

type Server = ReturnType<typeof serverWithOperator>

export interface Organization {
  id: string
  name: string
  slug: string
}

/** Creates it as the user signed in on the page; it becomes active in their session. */
export async function createOrganization(page: Page, name: string): Promise<Organization> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const created = await post(page, 'create', { name, slug })
  return { id: created.id, name, slug }
}

/** The sites that may embed the checkouts of its links. */
export async function listEmbeddingSites(
  page: Page,
  { id }: Organization,
  sites: readonly string[],
): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const data = { embed_origins: sites }
  const answer = await page.request.patch(`/v1/organizations/${id}`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

export async function invite(page: Page, organization: Organization, email: string): Promise<void> {
  await post(page, 'invite-member', { organizationId: organization.id, email, role: 'admin' })
}

export function createTeam(page: Page, organization: Organization): Promise<{ id: string }> {
  return post(page, 'create-team', { organizationId: organization.id, name: 'Second team' })
}

async function post(page: Page, call: string, data: object): Promise<{ id: string }> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post(`/api/auth/organization/${call}`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  return answer.json()
}

/** Adds a member without an invitation. */
export function addMember(
  server: Server,
  organization: Organization,
  person: Pick<Person, 'id'>,
  role: string,
): Promise<void> {
  return server.query(
    `insert into member (organization_id, id, user_id, role, created_at)
     values ($1, gen_random_uuid(), $2, $3, now())`,
    [organization.id, person.id, role],
  )
}

/** The organization switcher while it shows this name. */
export function switcher(page: Page, name: string): Locator {
  const combobox = page.getByRole('combobox', { name: 'Organization', exact: true })
  return combobox.filter({ hasText: name })
}
