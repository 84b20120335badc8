import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import {
  box,
  button,
  choose,
  dialogOn,
  endpointRows,
  field,
  group,
  isSignedBy,
  makeEndpoint,
  testReceiver,
  webhooksOf,
} from './listeners.ts'
import { hasFocus, newsOn, type Person, serverWithOperator } from './operators.ts'
import { found } from './organizers.ts'
import { arrive, arriveToLook, expectInOrder, inEveryView, isLoaded } from './visit.ts'

const place = serverWithOperator({}, { isDelivering: true })
const receiver = testReceiver()

let ada: Person

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
})

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Ada in an organization that only this test knows, with an endpoint for whatever it makes. */
async function arriveWithOwn(name: string, wish: object = {}) {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  const path = `/${name.toLowerCase().replaceAll(' ', '-')}`
  const url = `${receiver.current.url}${path}`
  const id = await makeEndpoint(page, organization, { name: `${name} shop`, url, ...wish })
  await arrive(page, webhooksOf(organization, `/${id}`))
  await isLoaded(page)
  const receivedThere = () => receiver.current.received.filter((one) => one.path.endsWith(path))
  return { page, organization, id, receivedThere }
}

test('an endpoint gets another name and other events', async () => {
  const { page, organization, receivedThere } = await arriveWithOwn('Changed')
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
  await expect.poll(() => newsOn(page)).toContain('is saved')
  await expect.poll(() => title(page).innerText()).toBe(new URL(receiver.current.url).host)
  await page.getByText('benefit.updated').waitFor()
  await makeProduct(page, organization, { name: 'Not told of' })
  await place.server.settle()
  expect(receivedThere()).toEqual([])
})

describe('the secret', () => {
  test('is shown on request only', async () => {
    const { page } = await arriveWithOwn('Secretive', { secret: 'between us' })
    await expect.poll(() => field(page, 'Secret').count()).toBe(0)
    await button(page, 'Reveal').click()
    await expect.poll(() => field(page, 'Secret').inputValue()).toBe('between us')
    await button(page, 'Hide').click()
    await expect.poll(() => field(page, 'Secret').count()).toBe(0)
  })

  test('is rotated while both sign', async () => {
    const own = { secret: 'the old one' }
    const { page, organization, receivedThere } = await arriveWithOwn('Rotated', own)
    await button(page, 'Rotate…').click()
    await dialogOn(page).getByText('Give your handler the new secret.').waitFor()
    await button(dialogOn(page), 'Rotate').click()
    await expect.poll(() => newsOn(page)).toContain('Two secrets are valid for a day')
    await page.getByText('Two secrets are valid. Everything is signed').waitFor()
    const secret = await field(page, 'Secret').inputValue()
    expect(secret).toMatch(/^guildhall_whs_/)
    await makeProduct(page, organization, { name: 'Signed twice' })
    await expect.poll(() => receivedThere().length).toBe(1)
    const signers = ['the old one', secret, 'somebody else’s'].filter((one) =>
      receivedThere().every((webhook) => isSignedBy(one, webhook)),
    )
    expect(signers).toEqual(['the old one', secret])
    await inEveryView(
      () => Promise.resolve(page),
      (_, view) => expectInOrder(page, 'webhook-rotated', view),
    )
    await button(page, 'Rotate…').click()
    await dialogOn(page).getByText('It was rotated less than a day ago.').waitFor()
    await page.getByRole('radio', { name: 'Use one that I have' }).check()
    await button(dialogOn(page), 'Rotate').click()
    await dialogOn(page).getByText('Enter the secret.').waitFor()
    await field(dialogOn(page), 'Secret').fill('brought along')
    await button(dialogOn(page), 'Rotate').click()
    await expect.poll(() => field(page, 'Secret').inputValue()).toBe('brought along')
  })

  test('that is gone with its endpoint says so', async () => {
    const { page, id } = await arriveWithOwn('Gone')
    await place.query('delete from webhook_endpoint where id = $1', [id])
    const gone = page.getByRole('heading', { name: 'There is no such webhook endpoint' })
    await expect.poll(() => gone.count()).toBe(1)
  })
})

describe('an endpoint that fails', () => {
  test('comes to rest before one’s eyes, and enabled gets all that it missed', async () => {
    const { page, organization, receivedThere } = await arriveWithOwn('Flaky')
    receiver.current.behave(({ path }) => (path.endsWith('/flaky') ? 500 : 200))
    for (let number = 1; number <= 12; number += 1) {
      await makeProduct(page, organization, { name: `Product ${number}` })
    }
    await page.getByText('It rests: 10 events failed, the last with HTTP 500.').waitFor()
    await page.getByText('resting', { exact: true }).waitFor()
    expect(new Set(receivedThere().map(({ data }) => data['name'])).size).toBe(10)
    receiver.current.behave(200)
    const before = receivedThere().length
    await button(page, 'Enable').click()
    await dialogOn(page).getByText('What it missed is sent at once: 12 events.').waitFor()
    await button(dialogOn(page), 'Enable').click()
    await expect.poll(() => newsOn(page)).toContain('Flaky shop is enabled')
    await page.getByText('healthy', { exact: true }).waitFor()
    const sent = () =>
      new Set(
        receivedThere()
          .slice(before)
          .map(({ data }) => data['name']),
      )
    const all = Array.from({ length: 12 }, (_, index) => `Product ${index + 1}`)
    await expect.poll(sent).toEqual(new Set(all))
    await page.getByText('It keeps pace').waitFor()
    await page.getByText('Nothing waits').waitFor()
  })
})

describe('disabling', () => {
  test('sends nothing until it’s enabled, and loses nothing', async () => {
    const { page, organization, receivedThere } = await arriveWithOwn('Paused')
    const dialog = await choose(page, 'More actions', 'Disable…')
    await dialog.getByText('Nothing is lost').waitFor()
    await button(dialog, 'Disable').click()
    await expect.poll(() => newsOn(page)).toContain('Paused shop is disabled')
    await page.getByText('It’s disabled, so nothing is sent.').waitFor()
    await makeProduct(page, organization, { name: 'Meanwhile' })
    await page.getByText('Once it’s enabled, it gets what it missed: 1 event.').waitFor()
    expect(receivedThere()).toEqual([])
    await arriveToLook(page, webhooksOf(organization))
    await isLoaded(page)
    const again = await choose(page, 'Actions for Paused shop', 'Enable…')
    await button(again, 'Enable').click()
    await expect.poll(() => receivedThere().map(({ data }) => data['name'])).toEqual(['Meanwhile'])
    await endpointRows(page).getByText('healthy', { exact: true }).waitFor()
  })
})

describe('deleting', () => {
  test('says what happens, and leads back to the list', async () => {
    const { page } = await arriveWithOwn('Left')
    const dialog = await choose(page, 'More actions', 'Delete…')
    await dialog.getByText('This can’t be taken back').waitFor()
    await button(dialog, 'Delete endpoint').click()
    await expect.poll(() => newsOn(page)).toContain('Left shop is deleted')
    await page.getByText('Nothing listens yet').waitFor()
    await expect.poll(() => hasFocus(title(page))).toBe(true)
  })

  test('one that is gone already says so', async () => {
    const { page, organization, id } = await arriveWithOwn('Quick')
    await arriveToLook(page, webhooksOf(organization))
    await isLoaded(page)
    const dialog = await choose(page, 'Actions for Quick shop', 'Delete…')
    await place.query('delete from webhook_endpoint where id = $1', [id])
    await button(dialog, 'Delete endpoint').click()
    const words = dialog.getByText('Somebody else was quicker.')
    await expect.poll(() => words.count()).toBe(1)
  })
})

test('beside a clock that stands still, its times are ours', async () => {
  const { page, organization, receivedThere } = await arriveWithOwn('Traveller')
  const headers = { origin: new URL(page.url()).origin }
  const data = { days: 400, organization_id: organization.id }
  const answer = await page.request.post('/v1/clock/advance', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  await makeProduct(page, organization, { name: 'In the future' })
  await expect.poll(() => receivedThere().length).toBe(1)
  await page.reload()
  await isLoaded(page)
  const health = page.getByRole('region', { name: 'Health' })
  await expect.poll(() => health.innerText()).toContain('just now')
})
