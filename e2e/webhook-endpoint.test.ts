import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { hasFocus, type Person, serverWithOperator, toastsOn } from './operators.ts'
import { createOrganization } from './organizations.ts'
import {
  expectAccessibleView,
  forEachView,
  openForViewing,
  openPath,
  waitUntilLoaded,
} from './visit.ts'
import {
  box,
  button,
  dialogOn,
  endpointRows,
  field,
  group,
  isSignedBy,
  makeEndpoint,
  openDialog,
  testReceiver,
  webhooksOf,
} from './webhook-endpoints.ts'

const app = serverWithOperator({}, { isDelivering: true })
const receiver = testReceiver()

let ada: Person

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
})

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the endpoint of a new organization of Ada's; returns also the webhooks received there. */
async function openInNewOrganization(name: string, input: object = {}) {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  const path = `/${name.toLowerCase().replaceAll(' ', '-')}`
  const url = `${receiver.current.url}${path}`
  const id = await makeEndpoint(page, organization, { name: `${name} shop`, url, ...input })
  await openPath(page, webhooksOf(organization, `/${id}`))
  await waitUntilLoaded(page)
  const receivedThere = () => receiver.current.received.filter((one) => one.path.endsWith(path))
  return { page, organization, id, receivedThere }
}

test('an endpoint is renamed and gets other events', async () => {
  const { page, organization, receivedThere } = await openInNewOrganization('Changed')
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Edit Changed shop' }).waitFor()
  await expect.poll(() => box(page, 'product.created').isChecked()).toBe(true)
  const name = field(page, 'Name (optional)')
  await name.fill('x'.repeat(101))
  await group(page, 'Benefits').check()
  await button(page, 'Save').click()
  await page.getByText('Use at most 100 characters.').waitFor()
  await name.fill('')
  await box(page, 'product.created').uncheck()
  await button(page, 'Save').click()
  await expect.poll(() => toastsOn(page)).toContain(' saved')
  await expect.poll(() => title(page).innerText()).toBe(new URL(receiver.current.url).host)
  await page.getByText('benefit.updated').waitFor()
  await makeProduct(page, organization, { name: 'Not sent' })
  await app.server.settle()
  expect(receivedThere()).toEqual([])
})

describe('the secret', () => {
  test('is shown on request only', async () => {
    const { page } = await openInNewOrganization('Secretive', { secret: 'between us' })
    await expect.poll(() => field(page, 'Secret').count()).toBe(0)
    await button(page, 'Reveal').click()
    await expect.poll(() => field(page, 'Secret').inputValue()).toBe('between us')
    await button(page, 'Hide').click()
    await expect.poll(() => field(page, 'Secret').count()).toBe(0)
  })

  test('is rotated while both sign', async () => {
    const own = { secret: 'the old one' }
    const { page, organization, receivedThere } = await openInNewOrganization('Rotated', own)
    await button(page, 'Rotate…').click()
    await dialogOn(page).getByText('Update your handler to the new secret.').waitFor()
    await button(dialogOn(page), 'Rotate').click()
    await expect
      .poll(() => toastsOn(page))
      .toContain('Secret rotated. Both secrets are valid for a day')
    await page.getByText('Events are signed with both until').waitFor()
    const secret = await field(page, 'Secret').inputValue()
    expect(secret).toMatch(/^guildhall_whs_/)
    await makeProduct(page, organization, { name: 'Signed twice' })
    await expect.poll(() => receivedThere().length).toBe(1)
    const signers = ['the old one', secret, 'somebody else’s'].filter((one) =>
      receivedThere().every((webhook) => isSignedBy(one, webhook)),
    )
    expect(signers).toEqual(['the old one', secret])
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'webhook-rotated', view),
    )
    await button(page, 'Rotate…').click()
    await dialogOn(page).getByText('The secret was rotated less than a day ago.').waitFor()
    await page.getByRole('radio', { name: 'Use my own secret' }).check()
    await button(dialogOn(page), 'Rotate').click()
    await dialogOn(page).getByText('Enter the secret.').waitFor()
    await field(dialogOn(page), 'Secret').fill('brought along')
    await button(dialogOn(page), 'Rotate').click()
    await expect.poll(() => field(page, 'Secret').inputValue()).toBe('brought along')
  })

  test('of a deleted endpoint says so', async () => {
    const { page, id } = await openInNewOrganization('Gone')
    await app.query('delete from webhook_endpoint where id = $1', [id])
    const gone = page.getByRole('heading', { name: 'Webhook endpoint not found' })
    await expect.poll(() => gone.count()).toBe(1)
  })
})

describe('an endpoint that fails', () => {
  test('is disabled on an open page, and gets missed events once enabled', async () => {
    const { page, organization, receivedThere } = await openInNewOrganization('Flaky')
    receiver.current.behave(({ path }) => (path.endsWith('/flaky') ? 500 : 200))
    for (let number = 1; number <= 12; number += 1) {
      await makeProduct(page, organization, { name: `Product ${number}` })
    }
    await page.getByText('Suspended: 10 events failed, most recently with HTTP 500.').waitFor()
    await page.getByText('Events are kept for 90 days').waitFor()
    await page.getByText('suspended', { exact: true }).waitFor()
    expect(new Set(receivedThere().map(({ data }) => data['name'])).size).toBe(10)
    receiver.current.behave(200)
    const before = receivedThere().length
    await button(page, 'Enable').click()
    await dialogOn(page).getByText('Missed events are sent immediately: 12 events.').waitFor()
    await button(dialogOn(page), 'Enable').click()
    await expect.poll(() => toastsOn(page)).toContain('Flaky shop enabled')
    await page.getByText('healthy', { exact: true }).waitFor()
    const sent = () =>
      new Set(
        receivedThere()
          .slice(before)
          .map(({ data }) => data['name']),
      )
    const all = Array.from({ length: 12 }, (_, index) => `Product ${index + 1}`)
    await expect.poll(sent).toEqual(new Set(all))
    await page.getByText('Up to date').waitFor()
    await page.getByText('None waiting').waitFor()
  })
})

describe('disabling', () => {
  test('holds deliveries until it’s enabled, and loses none', async () => {
    const { page, organization, receivedThere } = await openInNewOrganization('Paused')
    const dialog = await openDialog(page, 'More actions', 'Disable…')
    await dialog.getByText('Missed events are sent when it is enabled again').waitFor()
    await button(dialog, 'Disable').click()
    await expect.poll(() => toastsOn(page)).toContain('Paused shop disabled')
    await page.getByText('Disabled. No events are sent.').waitFor()
    await makeProduct(page, organization, { name: 'Meanwhile' })
    await page.getByText('Missed events are sent when it is enabled: 1 event.').waitFor()
    expect(receivedThere()).toEqual([])
    await openForViewing(page, webhooksOf(organization))
    await waitUntilLoaded(page)
    const again = await openDialog(page, 'Actions for Paused shop', 'Enable…')
    await button(again, 'Enable').click()
    await expect.poll(() => receivedThere().map(({ data }) => data['name'])).toEqual(['Meanwhile'])
    await endpointRows(page).getByText('healthy', { exact: true }).waitFor()
  })
})

describe('deleting', () => {
  test('explains the consequences and returns to the list', async () => {
    const { page } = await openInNewOrganization('Left')
    const dialog = await openDialog(page, 'More actions', 'Delete…')
    await dialog.getByText('This can’t be undone').waitFor()
    await button(dialog, 'Delete endpoint').click()
    await expect.poll(() => toastsOn(page)).toContain('Left shop deleted')
    await page.getByText('No webhook endpoints yet').waitFor()
    await expect.poll(() => hasFocus(title(page))).toBe(true)
  })

  test('one that was already deleted says so', async () => {
    const { page, organization, id } = await openInNewOrganization('Quick')
    await openForViewing(page, webhooksOf(organization))
    await waitUntilLoaded(page)
    const dialog = await openDialog(page, 'Actions for Quick shop', 'Delete…')
    await app.query('delete from webhook_endpoint where id = $1', [id])
    await button(dialog, 'Delete endpoint').click()
    const words = dialog.getByText('This endpoint was already deleted.')
    await expect.poll(() => words.count()).toBe(1)
  })
})

test('health shows real times even with a simulated clock', async () => {
  const { page, organization, receivedThere } = await openInNewOrganization('Traveller')
  const headers = { origin: new URL(page.url()).origin }
  const data = { days: 400, organization_id: organization.id }
  const answer = await page.request.post('/v1/clock/advance', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  await makeProduct(page, organization, { name: 'In the future' })
  await expect.poll(() => receivedThere().length).toBe(1)
  await page.reload()
  await waitUntilLoaded(page)
  const health = page.getByRole('region', { name: 'Health' })
  await expect.poll(() => health.innerText()).toContain('just now')
})
