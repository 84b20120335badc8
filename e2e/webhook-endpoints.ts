import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../packages/server/test/webhook-receiver.ts'
import { openDialogOf } from './menu-dialogs.ts'
import type { Organization } from './organizations.ts'
import { rowsIn } from './visit.ts'

/** Receives webhooks while the tests of a file run. */
export function testReceiver(): { readonly current: WebhookReceiver } {
  let receiver: WebhookReceiver | undefined
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  afterAll(() => receiver?.stop())
  return {
    get current() {
      assert(receiver, 'the receiver is available inside tests and hooks only')
      return receiver
    },
  }
}

const made = z.object({ id: z.string() })

/** Creates an endpoint as the user signed in on the page; returns its id. */
export async function makeEndpoint(
  page: Page,
  { id }: Pick<Organization, 'id'>,
  input: { url: string; name?: string; format?: string; secret?: string; events?: string[] },
): Promise<string> {
  const data = { organization_id: id, format: 'raw', events: ['product.created'], ...input }
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post('/v1/webhooks/endpoints', { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  return made.parse(await answer.json()).id
}

export const webhooksOf = ({ slug }: Pick<Organization, 'slug'>, rest = ''): string =>
  `/dashboard/${slug}/settings/webhooks${rest}`

/** Whether the signature is valid for this secret. */
export function isSignedBy(secret: string, { headers, id, body }: ReceivedWebhook): boolean {
  const signed = `${id}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`)
}

export const endpointRows = (page: Page): Locator => rowsIn(page, 'Webhook endpoints')

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(label, { exact: true })

export const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name })

/** The checkbox of a group of events; other checkboxes contain its name. */
export const group = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name, exact: true })

export const dialogOn = (page: Page): Locator =>
  page.locator('[role=dialog]:not(.toast), [role=alertdialog]')

/** Chooses a menu action; returns the dialog that it opens. */
export const openDialog = (page: Page, menu: string, action: string): Promise<Locator> =>
  openDialogOf(button(page, menu), action)
