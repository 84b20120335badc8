import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookClub,
  type StandInDiscord,
  startStandInDiscord,
} from '../packages/server/test/stand-in-discord.ts'
import { type StandInGitHub, startStandInGitHub } from '../packages/server/test/stand-in-github.ts'
import { type Person, serverWithOperator } from './operators.ts'
import { found } from './organizers.ts'
import { arrive, expectInOrder, isLoaded } from './visit.ts'

/** Filled before the server reads it. */
const env: Record<string, string> = {}
let discord: StandInDiscord
let github: StandInGitHub

beforeAll(async () => {
  discord = await startStandInDiscord()
  github = await startStandInGitHub()
  Object.assign(env, discord.env, github.env)
})

const place = serverWithOperator(env)

let ada: Person

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
})

afterAll(async () => {
  await discord.stop()
  await github.stop()
})

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function beginCreating(name: string, type: RegExp) {
  const page = await place.enterAs(ada)
  const { slug } = await found(page, name)
  await arrive(page, `/dashboard/${slug}/benefits`)
  await isLoaded(page)
  await page.getByRole('button', { name: 'Create benefit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a benefit' })
  await dialog.getByRole('radio', { name: type }).check()
  return { page, dialog }
}

/** Follows a button to elsewhere, and comes back as the one who sits there decides. */
async function roundTrip(
  page: Page,
  button: Locator,
  decide: (address: string) => URL,
): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await button.click()
  const away = await opening
  await away.waitForURL(/oauth|installations/)
  const ended = away.waitForEvent('close')
  const { href } = decide(away.url())
  // The window closes itself as soon as it is back.
  await away.goto(href).catch(() => null)
  await ended
}

test('a server at Discord is connected in a window of its own, and gives a role', async () => {
  const { page, dialog } = await beginCreating('Discord', /^Discord/)
  await field(dialog, 'Description').fill('The role “Reader”')
  await submit(dialog)
  await dialog.getByText('Connect a server first.').waitFor()
  const connect = dialog.getByRole('button', { name: 'Connect a server at Discord' })
  await roundTrip(page, connect, (address) => discord.decline(address))
  await dialog.getByText('It wasn’t allowed there.').waitFor()
  await roundTrip(page, connect, (address) => discord.letIn(address, bookClub.id))
  await dialog.getByText('Book club', { exact: true }).waitFor()
  await expect.poll(() => field(dialog, 'Description').inputValue()).toBe('The role “Reader”')
  await dialog.getByText('Move its role up at Discord.').waitFor()
  await expectInOrder(page, 'benefit-discord', { width: 1280, theme: 'light', window: true })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  const owner = page.getByRole('option', { name: 'Owner' })
  await expect.poll(() => owner.getAttribute('aria-disabled')).toBe('true')
  await owner.getByText('Above the bot’s own role').waitFor()
  await page.getByRole('option', { name: 'Reader' }).click()
  await submit(dialog)
  await title(page, 'The role “Reader”').waitFor()
  await page.getByText('Book club', { exact: true }).waitFor()
  await page.getByText('Reader', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Edit/ })
  await form.getByText('Book club', { exact: true }).waitFor()
  await expect.poll(() => form.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('Reader')
})

test('a bot without the permission is missed in words', async () => {
  const powerless = { ...bookClub, id: '700000000000000009', name: 'Silent club' }
  const roles = bookClub.roles.map((role) => ({ ...role, permissions: '0' }))
  discord.guilds.set(powerless.id, { ...powerless, roles })
  const { page, dialog } = await beginCreating('Powerless', /^Discord/)
  const connect = dialog.getByRole('button', { name: 'Connect a server at Discord' })
  await roundTrip(page, connect, (address) => discord.letIn(address, powerless.id))
  await dialog.getByText('The bot can’t give roles there.').waitFor()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  await field(dialog, 'Description').fill('The role “Reader”')
  await submit(dialog)
  await dialog.getByText('Give it the permission “Manage Roles”.').waitFor()
  await expect.poll(() => title(page, 'The role “Reader”').count()).toBe(0)
})

test('a repository is chosen of those that an account sees', async () => {
  const { page, dialog } = await beginCreating('GitHub', /^GitHub/)
  await field(dialog, 'Description').fill('Our rockets')
  const connect = dialog.getByRole('button', { name: 'Connect your account at GitHub' })
  await roundTrip(page, connect, (address) => github.authorize(address))
  await dialog.getByText('ann', { exact: true }).waitFor()
  await submit(dialog)
  await dialog.getByText('Choose a repository.').waitFor()
  await dialog.getByRole('combobox', { name: 'Repository' }).click()
  const website = page.getByRole('option', { name: 'acme/website' })
  await expect.poll(() => website.getAttribute('aria-disabled')).toBe('true')
  await website.getByText('Everybody can see it already').waitFor()
  await page.getByRole('option', { name: 'acme/Rockets' }).click()
  await expectInOrder(page, 'benefit-github', { width: 1280, theme: 'light', window: true })
  await dialog.getByRole('combobox', { name: 'What they may do' }).click()
  await page.getByRole('option', { name: 'Write' }).click()
  await submit(dialog)
  await title(page, 'Our rockets').waitFor()
  await page.getByRole('link', { name: 'acme/Rockets' }).waitFor()
  await page.getByText('Write', { exact: true }).waitFor()
})
