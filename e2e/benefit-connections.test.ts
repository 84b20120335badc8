import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookClub,
  type StandInDiscord,
  startStandInDiscord,
} from '../packages/server/test/stand-in-discord.ts'
import { type StandInGitHub, startStandInGitHub } from '../packages/server/test/stand-in-github.ts'
import { type Person, serverWithOperator } from './operators.ts'
import { createOrganization } from './organizations.ts'
import { expectAccessibleView, openPath, waitUntilLoaded } from './visit.ts'

/** Filled before the server starts. */
const env: Record<string, string> = {}
let discord: StandInDiscord
let github: StandInGitHub

beforeAll(async () => {
  discord = await startStandInDiscord()
  github = await startStandInGitHub()
  Object.assign(env, discord.env, github.env)
})

const app = serverWithOperator(env)

let ada: Person

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
})

afterAll(async () => {
  await discord.stop()
  await github.stop()
})

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openCreateDialog(name: string, type: RegExp) {
  const page = await app.signInAs(ada)
  const { slug } = await createOrganization(page, name)
  await openPath(page, `/dashboard/${slug}/benefits`)
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: 'Create benefit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a benefit' })
  await dialog.getByRole('radio', { name: type }).check()
  return { page, dialog }
}

/** Opens the provider's popup by a button, and returns from it with the decision made there. */
async function followRedirect(
  page: Page,
  button: Locator,
  decide: (address: string) => URL,
): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await button.click()
  const popup = await opening
  await popup.waitForURL(/oauth|installations/)
  const ended = popup.waitForEvent('close')
  const { href } = decide(popup.url())
  // The popup closes itself when it returns.
  await popup.goto(href).catch(() => null)
  await ended
}

test('a Discord server is connected in a popup and grants a role', async () => {
  const { page, dialog } = await openCreateDialog('Discord', /^Discord/)
  await field(dialog, 'Description').fill('The role “Reader”')
  await submit(dialog)
  await dialog.getByText('Connect a server first.').waitFor()
  const connect = dialog.getByRole('button', { name: 'Connect a Discord server' })
  await followRedirect(page, connect, (address) => discord.decline(address))
  await dialog.getByText('Access was denied.').waitFor()
  await followRedirect(page, connect, (address) => discord.authorize(address, bookClub.id))
  await dialog.getByText('Book club', { exact: true }).waitFor()
  await expect.poll(() => field(dialog, 'Description').inputValue()).toBe('The role “Reader”')
  await dialog.getByText('Move its role up in Discord.').waitFor()
  await expectAccessibleView(page, 'benefit-discord', { width: 1280, theme: 'light', window: true })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  const owner = page.getByRole('option', { name: 'Owner' })
  await expect.poll(() => owner.getAttribute('aria-disabled')).toBe('true')
  await owner.getByText('Above the bot’s role').waitFor()
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

test('a bot without the permission is reported', async () => {
  const powerless = { ...bookClub, id: '700000000000000009', name: 'Silent club' }
  const roles = bookClub.roles.map((role) => ({ ...role, permissions: '0' }))
  discord.guilds.set(powerless.id, { ...powerless, roles })
  const { page, dialog } = await openCreateDialog('Powerless', /^Discord/)
  const connect = dialog.getByRole('button', { name: 'Connect a Discord server' })
  await followRedirect(page, connect, (address) => discord.authorize(address, powerless.id))
  await dialog.getByText('The bot can’t assign roles on this server.').waitFor()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  await field(dialog, 'Description').fill('The role “Reader”')
  await submit(dialog)
  await dialog.getByText('Give it the permission “Manage Roles”.').waitFor()
  await expect.poll(() => title(page, 'The role “Reader”').count()).toBe(0)
})

test('a repository is chosen from those of a GitHub account', async () => {
  const { page, dialog } = await openCreateDialog('GitHub', /^GitHub/)
  await field(dialog, 'Description').fill('Our rockets')
  const connect = dialog.getByRole('button', { name: 'Connect your GitHub account' })
  await followRedirect(page, connect, (address) => github.authorize(address))
  await dialog.getByText('ann', { exact: true }).waitFor()
  await submit(dialog)
  await dialog.getByText('Choose a repository.').waitFor()
  await dialog.getByRole('combobox', { name: 'Repository' }).click()
  const website = page.getByRole('option', { name: 'acme/website' })
  await expect.poll(() => website.getAttribute('aria-disabled')).toBe('true')
  await website.getByText('Already public').waitFor()
  await page.getByRole('option', { name: 'acme/Rockets' }).click()
  await expectAccessibleView(page, 'benefit-github', { width: 1280, theme: 'light', window: true })
  await dialog.getByRole('combobox', { name: 'Permission' }).click()
  await page.getByRole('option', { name: 'Write' }).click()
  await submit(dialog)
  await title(page, 'Our rockets').waitFor()
  await page.getByRole('link', { name: 'acme/Rockets' }).waitFor()
  await page.getByText('Write', { exact: true }).waitFor()
})
