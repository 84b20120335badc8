import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  hasFocus,
  hasTakenFocus,
  hold,
  newsOn,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { createTeam, enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  isLoaded,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let mira: Person
let northwind: Organization
let secondId = ''

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  mira = await place.signUp('Mira Roth')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  secondId = (await createTeam(page, northwind)).id
  await enroll(place, northwind, jun, 'member')
  await enroll(place, northwind, mira, 'admin')
  await place.query('update member set team_id = $1 where user_id = any($2)', [
    secondId,
    [jun.id, mira.id],
  ])
  await place.leave()
})

const teamsOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/teams${search}`
const inSecond = () => teamsOf(northwind, `?team=${secondId}`)

const pages = [
  ['teams', () => ada, () => teamsOf(northwind)],
  ['teams-as-member', () => jun, () => teamsOf(northwind)],
] as const

const rows = (page: Page) => rowsIn(page, 'Teams')
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name }) })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await menuOf(page, name).click()
  await item(page, action).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

/** Ada before the teams of an organization that only this test knows, and somebody beside her. */
async function arriveWithOwn(name: string, colleague: string) {
  const member = await place.signUp(colleague)
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  await enroll(place, organization, member, 'member')
  await arrive(page, teamsOf(organization))
  await isLoaded(page)
  return { page, organization, member }
}

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test.each([
  ['team', () => ada],
  ['team-as-member', () => jun],
] as const)('%s is in order', (name, person) =>
  inEveryView(place.lookAs(person(), inSecond()), async (page, view) => {
    await sheet(page, 'Second team').getByText(jun.email).waitFor()
    await expectInOrder(page, name, { ...view, window: true })
  }),
)

test('what can be done about a team is in order', () =>
  onEachScreen(place.lookAs(ada, teamsOf(northwind)), async (page, inEach) => {
    await menuOf(page, northwind.name).click()
    await item(page, 'Remove…').waitFor()
    await inEach((view) => picture(page, 'team-menu', { ...view, window: true }))
    await press(page, 'Escape')
    for (const [name, action] of [
      ['team-rename', 'Rename…'],
      ['team-remove', 'Remove…'],
    ] as const) {
      const dialog = await ask(page, 'Second team', action)
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

test('a team is created, renamed and removed by keyboard alone', async () => {
  const { page } = await arriveWithOwn('Keys', 'Kay Key')
  await press(page, 'c')
  const form = page.getByRole('dialog', { name: 'Create a team' })
  await expect.poll(() => hasFocus(form.getByLabel('Name'))).toBe(true)
  await press(page, 'Enter')
  await form.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Support')
  await press(page, 'Enter')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('Support is ready')
  await expect.poll(() => rows(page).count()).toBe(2)
  await menuOf(page, 'Support').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Rename…'))).toBe(true)
  await press(page, 'Enter')
  const rename = page.getByRole('dialog', { name: 'Rename Support' })
  await rename.getByLabel('Name').fill('Help desk')
  await press(page, 'Enter')
  await expect.poll(() => newsOn(page)).toContain('Support is Help desk now')
  await expect.poll(() => hasFocus(menuOf(page, 'Help desk'))).toBe(true)
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Rename…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Remove…'))).toBe(true)
  await press(page, 'Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remove Help desk?' })
  await dialog.getByText('Nobody is in it.').waitFor()
  await hasTakenFocus(dialog)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => newsOn(page)).toContain('Help desk is removed')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

describe('a team isn’t removed', () => {
  test('by who is in it', async () => {
    const page = await place.arriveAs(ada, teamsOf(northwind))
    await rowOf(page, northwind.name).getByText('yours').waitFor()
    await menuOf(page, northwind.name).click()
    await expect.poll(() => item(page, 'Remove…').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => item(page, 'Remove…').innerText()).toContain('You are in it.')
  })

  test('as the last one, and that says what to do', async () => {
    const { page, organization } = await arriveWithOwn('Last', 'Lou Last')
    await place.query('update member set team_id = null where organization_id = $1', [
      organization.id,
    ])
    await page.reload()
    await isLoaded(page)
    const dialog = await ask(page, 'Last', 'Remove…')
    await dialog.getByRole('button', { name: 'Remove team' }).click()
    await dialog.getByText('This is the last team').waitFor()
    await picture(page, 'team-last', { width: 1280, theme: 'light', window: true })
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('by who has just got into it', async () => {
    const { page, organization } = await arriveWithOwn('Joined', 'Joe Join')
    const { id } = await createTeam(page, organization)
    await page.reload()
    await isLoaded(page)
    const dialog = await ask(page, 'Second team', 'Remove…')
    await place.query(
      'update member set team_id = $1 where organization_id = $2 and user_id = $3',
      [id, organization.id, ada.id],
    )
    await dialog.getByRole('button', { name: 'Remove team' }).click()
    await dialog.getByText('You are in this team.').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rowOf(page, 'Second team').innerText()).toContain('yours')
  })
})

describe('the members of a team', () => {
  test('are added and taken out beside the list, by keyboard alone', async () => {
    const { page, member } = await arriveWithOwn('Staff', 'Sam Staff')
    await page.getByRole('button', { name: 'Create team' }).click()
    await hasTakenFocus(page.getByRole('dialog', { name: 'Create a team' }))
    await page.keyboard.type('Support')
    await press(page, 'Enter')
    await rowOf(page, 'Support').waitFor()
    await rowOf(page, 'Support').getByRole('link').focus()
    await press(page, 'Enter')
    await page.waitForURL('**/teams?team=*')
    const panel = sheet(page, 'Support')
    await panel.getByText('Nobody is in this team.').waitFor()
    const add = panel.getByRole('button', { name: 'Add to the team' })
    await add.click()
    await panel.getByText('Choose whom to add.').waitFor()
    const field = panel.getByRole('combobox', { name: 'Add members' })
    for (const name of ['sam', 'ada']) {
      await field.focus()
      await page.keyboard.type(name)
      await page.getByRole('option').first().waitFor()
      await press(page, 'Enter')
    }
    await add.focus()
    await press(page, 'Enter')
    await expect.poll(() => newsOn(page)).toContain('2 members are in Support now')
    const list = panel.getByRole('region', { name: 'Members' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(2)
    await panel.getByRole('button', { name: `Take out ${member.name}` }).focus()
    await press(page, 'Enter')
    await expect.poll(() => list.count()).toBe(1)
    await expect.poll(() => hasFocus(panel.getByRole('heading', { name: /^Members/ }))).toBe(true)
    await press(page, 'Escape')
    await page.waitForURL('**/teams')
    await expect.poll(() => hasFocus(rowOf(page, 'Support').getByRole('link'))).toBe(true)
    await expect.poll(() => rowOf(page, 'Support').innerText()).toContain('1')
    await rowOf(page, 'Support').getByText('yours').waitFor()
  })

  test('are taken out without calling back who has gone on', async () => {
    const { page, organization, member } = await arriveWithOwn('Crew', 'Kim Crew')
    const { id } = await createTeam(page, organization)
    await place.query('update member set team_id = $1 where user_id = $2', [id, member.id])
    await arrive(page, teamsOf(organization, `?team=${id}`))
    const panel = sheet(page, 'Second team')
    const letGo = await hold(page, /remove-team-member/)
    await panel.getByRole('button', { name: `Take out ${member.name}` }).click()
    const field = panel.getByRole('combobox', { name: 'Add members' })
    await field.focus()
    letGo()
    await expect.poll(() => newsOn(page)).toContain(`${member.name} is no longer in Second team`)
    expect(await hasFocus(field)).toBe(true)
  })

  test('are only looked at by members', async () => {
    const page = await place.arriveAs(jun, inSecond())
    const panel = sheet(page, 'Second team')
    await panel.getByText(mira.email).waitFor()
    await panel.getByText('Owners and admins choose who is in this team.').waitFor()
    await expect.poll(() => panel.getByRole('button').allInnerTexts()).toEqual([''])
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/teams')
    await expect.poll(() => page.getByRole('button', { name: 'Create team' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  })
})

test('teams are found by name, and the address of the page keeps it', async () => {
  const page = await place.arriveAs(ada, teamsOf(northwind))
  await rows(page).nth(1).waitFor()
  await press(page, '/')
  await page.keyboard.type('second')
  await page.waitForURL('**/teams?q=second')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, 'Tab', 'j', 'Enter')
  await sheet(page, 'Second team').waitFor()
  await page.waitForURL(`**/teams?q=second&team=${secondId}`)
  await page.goBack()
  await sheet(page, 'Second team').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Show all teams' }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
})
