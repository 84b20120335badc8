import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasFocus, newsOn, type Person, press, serverWithOperator } from './operators.ts'
import { createTeam, enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()
const crowdCount = 30

let ada: Person
let jun: Person
let mira: Person
let northwind: Organization
let crowded: Organization

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  mira = await place.signUp('Mira Roth')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  await createTeam(page, northwind)
  await enroll(place, northwind, jun, 'member')
  await enroll(place, northwind, mira, 'admin,member')
  const long = await place.signUp(
    'Bartholomew-Maximilian-of-the-very-long-name Featherstonehaugh-Cholmondeley',
  )
  await enroll(place, northwind, long, 'admin,member')
  crowded = await found(page, 'Crowded')
  await place.query(
    `with person as (
       insert into users (id, email, email_verified, name, created_at, updated_at)
       select gen_random_uuid(), 'crowd' || n || '@crowd.example', true, 'Crowd ' || n, now(), now()
         from generate_series(1, $1::int) n
       returning id
     )
     insert into member (organization_id, id, user_id, role, created_at)
     select $2, gen_random_uuid(), id, 'member', now() from person`,
    [crowdCount, crowded.id],
  )
  await place.leave()
})

const membersOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/members${search}`

const pages = [
  ['members', () => ada, () => membersOf(northwind)],
  ['members-as-member', () => jun, () => membersOf(northwind)],
  ['members-nobody', () => ada, () => membersOf(northwind, '?q=nobody')],
  ['members-crowd', () => ada, () => membersOf(crowded)],
] as const

const rows = (page: Page) => rowsIn(page, 'Members')
const rowOf = (page: Page, { email }: Person) => rows(page).filter({ hasText: email })
const menuOf = (page: Page, { name }: Person) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

const roleBox = (dialog: Locator, role: string) =>
  dialog.getByRole('checkbox', { name: new RegExp(`^${role}`) })

/** By the menu of somebody's row. */
async function ask(page: Page, person: Person, action: string): Promise<Locator> {
  await menuOf(page, person).click()
  await item(page, action).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

/** Somebody new with an organization of their own, in front of its members. */
async function arriveWithOwn(name: string) {
  const owner = await place.signUp(name)
  const page = await place.enterAs(owner)
  const organization = await found(page, `${name}s place`)
  const join = async (memberName: string, role: string) => {
    const member = await place.signUp(memberName)
    await enroll(place, organization, member, role)
    return member
  }
  const open = async () => {
    await arrive(page, membersOf(organization))
    await rows(page).first().waitFor()
  }
  return { page, owner, organization, join, open }
}

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('what can be done about a member is in order', () =>
  onEachScreen(place.lookAs(ada, membersOf(northwind)), async (page, inEach) => {
    await menuOf(page, jun).click()
    await item(page, 'Remove…').waitFor()
    await inEach((view) => picture(page, 'member-menu', { ...view, window: true }))
    await press(page, 'Escape')
    for (const [name, action] of [
      ['member-roles', 'Change roles…'],
      ['member-team', 'Change team…'],
      ['member-remove', 'Remove…'],
    ] as const) {
      const dialog = await ask(page, jun, action)
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

describe('the list', () => {
  test('is searched by name and address, and the address of the page keeps it', async () => {
    const page = await place.arriveAs(ada, membersOf(northwind))
    await rows(page).nth(3).waitFor()
    await press(page, '/')
    await page.keyboard.type('okaf')
    await page.waitForURL('**/members?q=okaf')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining(jun.name)])
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('okaf')
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('button', { name: 'Show everybody' }).click()
    await page.waitForURL('**/members')
    await expect.poll(() => rows(page).count()).toBe(4)
  })

  test('is paged, and a page that isn’t there is the last one', async () => {
    const page = await place.arriveAs(ada, membersOf(crowded))
    await expect.poll(() => rows(page).count()).toBe(25)
    await page.getByText('1–25 of 31').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/members?page=2')
    await expect.poll(() => rows(page).count()).toBe(6)
    await arriveToLook(page, membersOf(crowded, '?page=99'))
    await page.waitForURL('**/members?page=2')
    await expect.poll(() => rows(page).count()).toBe(6)
  })

  test('says of each who they are', async () => {
    const page = await place.arriveAs(mira, membersOf(northwind))
    const own = rowOf(page, mira)
    await own.getByText('you', { exact: true }).waitFor()
    await expect.poll(() => own.getByText('Admin', { exact: true }).count()).toBe(1)
    await expect.poll(() => own.getByText('Member', { exact: true }).count()).toBe(1)
    await expect.poll(() => rowOf(page, ada).getByText('Owner', { exact: true }).count()).toBe(1)
  })
})

describe('roles', () => {
  test('are changed by keyboard alone, and the focus comes back', async () => {
    const { page, join, open } = await arriveWithOwn('Rita')
    const ben = await join('Ben Bolt', 'member')
    await open()
    await press(page, 'j', 'j')
    await expect.poll(() => hasFocus(menuOf(page, ben))).toBe(true)
    await press(page, 'Enter')
    await expect.poll(() => hasFocus(item(page, 'Change roles…'))).toBe(true)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Change the roles of Ben Bolt' })
    await dialog.waitFor()
    await roleBox(dialog, 'Admin').focus()
    await press(page, 'Space', 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain('Ben Bolt has the roles Admin, Member now')
    await expect.poll(() => hasFocus(menuOf(page, ben))).toBe(true)
    await expect.poll(() => rowOf(page, ben).getByText('Admin', { exact: true }).count()).toBe(1)
  })

  test('are at least one', async () => {
    const page = await place.arriveAs(ada, membersOf(northwind))
    const dialog = await ask(page, jun, 'Change roles…')
    await roleBox(dialog, 'Member').uncheck()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('Choose at least one role.').waitFor()
    await expect.poll(() => hasFocus(dialog.getByRole('checkbox').first())).toBe(true)
  })

  test('of owners are the business of owners', async () => {
    const page = await place.arriveAs(mira, membersOf(northwind))
    await menuOf(page, ada).click()
    for (const [action, words] of [
      ['Change roles…', 'Only owners change owners.'],
      ['Remove…', 'Only owners remove owners.'],
    ] as const) {
      await expect.poll(() => item(page, action).getAttribute('aria-disabled')).toBe('true')
      await expect.poll(() => item(page, action).innerText()).toContain(words)
    }
    await press(page, 'Escape')
    const dialog = await ask(page, jun, 'Change roles…')
    await expect.poll(() => roleBox(dialog, 'Owner').count()).toBe(0)
    await dialog.getByText('Only an owner makes others owners.').waitFor()
  })

  test('of the only owner are refused with a way out', async () => {
    const { page, owner, join, open } = await arriveWithOwn('Otto')
    const second = await join('Sue Second', 'member')
    await open()
    const dialog = await ask(page, owner, 'Change roles…')
    await roleBox(dialog, 'Owner').uncheck()
    await roleBox(dialog, 'Admin').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('You are the only owner').waitFor()
    await dialog.getByText('Make somebody else an owner first').waitFor()
    await picture(page, 'member-only-owner', { width: 390, theme: 'light', window: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const other = await ask(page, second, 'Change roles…')
    await roleBox(other, 'Owner').check()
    await other.getByRole('button', { name: 'Save roles' }).click()
    await other.waitFor({ state: 'detached' })
    const again = await ask(page, owner, 'Change roles…')
    await roleBox(again, 'Owner').uncheck()
    await roleBox(again, 'Member').check()
    await again.getByRole('button', { name: 'Save roles' }).click()
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain('You have the role Member now')
    // What one may no longer do is gone at once.
    await expect.poll(() => menuOf(page, second).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
  })

  test('that were taken meanwhile are missed in words', async () => {
    const { page, owner, join, open } = await arriveWithOwn('Rob')
    const tim = await join('Tim Tall', 'member')
    await join('Una Under', 'owner')
    await open()
    const dialog = await ask(page, tim, 'Change roles…')
    await place.query('update member set role = $1 where user_id = $2', ['member', owner.id])
    await roleBox(dialog, 'Admin').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('Your role changed').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => menuOf(page, tim).count()).toBe(0)
  })
})

test('without a connection nothing is lost, and it can be tried again', async () => {
  const { page, join, open } = await arriveWithOwn('Onno')
  const kai = await join('Kai Kept', 'member')
  await open()
  const dialog = await ask(page, kai, 'Change roles…')
  await roleBox(dialog, 'Admin').check()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, kai).innerText()).toContain('Admin')
})

test('a member is put into a team, and taken out of it', async () => {
  const { page, join, open, organization } = await arriveWithOwn('Tess')
  const kim = await join('Kim Kern', 'member')
  await createTeam(page, organization)
  await open()
  const dialog = await ask(page, kim, 'Change team…')
  await dialog.getByRole('combobox', { name: 'Team' }).fill('second')
  await page.getByRole('option', { name: 'Second team' }).click()
  await dialog.getByRole('button', { name: 'Save team' }).click()
  await expect.poll(() => newsOn(page)).toContain('Kim Kern is in Second team now')
  await expect.poll(() => rowOf(page, kim).innerText()).toContain('Second team')
  const again = await ask(page, kim, 'Change team…')
  await again.getByRole('button', { name: 'Clear' }).click()
  await again.getByRole('button', { name: 'Save team' }).click()
  await expect.poll(() => newsOn(page)).toContain('Kim Kern is in no team now')
  await expect.poll(() => rowOf(page, kim).innerText()).not.toContain('Second team')
})

describe('removing', () => {
  test('says what happens, and ends it at once', async () => {
    const { page, join, open, organization } = await arriveWithOwn('Rhea')
    const gus = await join('Gus Gone', 'admin')
    const theirs = await place.arriveAs(gus, `/dashboard/${organization.slug}`)
    await open()
    const dialog = await ask(page, gus, 'Remove…')
    await dialog.getByText('Gus Gone loses access to Rheas place at once').waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain('Gus Gone is removed')
    await expect.poll(() => rowOf(page, gus).count()).toBe(0)
    // The row that had the focus is gone.
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'There is no such organization' }).waitFor()
  })

  test('somebody who is gone already says so', async () => {
    const { page, join, open } = await arriveWithOwn('Nora')
    const pia = await join('Pia Past', 'member')
    await open()
    const dialog = await ask(page, pia, 'Remove…')
    await place.query('delete from member where user_id = $1', [pia.id])
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.getByText('This member is no longer here.').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rowOf(page, pia).count()).toBe(0)
  })
})

describe('leaving', () => {
  test('is all that a plain member can do here', async () => {
    const { organization, join } = await arriveWithOwn('Lars')
    const lea = await join('Lea Low', 'member')
    const page = await place.arriveAs(lea, membersOf(organization))
    await rows(page).nth(1).waitFor()
    await page.getByText('Owners and admins invite people').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
    await menuOf(page, lea).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Leave…'])
    await item(page, 'Leave…').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expect.poll(() => newsOn(page)).toContain('You have left Larss place')
  })

  test('is refused to the only owner with a way out', async () => {
    const { page, owner, join, open } = await arriveWithOwn('Olga')
    await join('Stan Still', 'admin')
    await open()
    const dialog = await ask(page, owner, 'Leave…')
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await dialog.getByText('You are the only owner. Make somebody else an owner').waitFor()
    assert(new URL(page.url()).pathname.endsWith('/members'))
  })
})
