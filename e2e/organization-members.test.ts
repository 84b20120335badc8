import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import {
  hasFocus,
  type Person,
  password,
  press,
  serverWithOperator,
  toastsOn,
} from './operators.ts'
import { addMember, createOrganization, createTeam, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  rowsIn,
  screenshot,
} from './visit.ts'

const app = serverWithOperator()
const crowdCount = 30

let ada: Person
let jun: Person
let mira: Person
let northwind: Organization
let crowded: Organization

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  mira = await app.signUp('Mira Roth')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await createTeam(page, northwind)
  await addMember(app, northwind, jun, 'member')
  await addMember(app, northwind, mira, 'admin,member')
  const long = await app.signUp(
    'Bartholomew-Maximilian-of-the-very-long-name Featherstonehaugh-Cholmondeley',
  )
  await addMember(app, northwind, long, 'admin,member')
  crowded = await createOrganization(page, 'Crowded')
  await app.query(
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
  await app.endVisits()
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

const openDialog = (page: Page, person: Person, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, person), action)

/** Opens the members of a new organization as its owner. */
async function openInNewOrganization(name: string) {
  const owner = await app.signUp(name)
  const page = await app.signInAs(owner)
  const organization = await createOrganization(page, `${name}s place`)
  const join = async (memberName: string, role: string) => {
    const member = await app.signUp(memberName)
    await addMember(app, organization, member, role)
    return member
  }
  const open = async () => {
    await openPath(page, membersOf(organization))
    await rows(page).first().waitFor()
  }
  return { page, owner, organization, join, open }
}

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the actions on a member fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, membersOf(northwind)), async (page, eachView) => {
    await menuOf(page, jun).click()
    await item(page, 'Remove…').waitFor()
    await eachView((view) => screenshot(page, 'member-menu', { ...view, window: true }))
    await press(page, 'Escape')
    await expectAccessibleDialogs(menuOf(page, jun), eachView, {
      'member-roles': 'Change roles…',
      'member-team': 'Change team…',
      'member-remove': 'Remove…',
    })
  }))

describe('the list', () => {
  test('is searched by name and address, and the URL keeps it', async () => {
    const page = await app.openAs(ada, membersOf(northwind))
    await rows(page).nth(3).waitFor()
    await press(page, '/')
    await page.keyboard.type('okaf')
    await page.waitForURL('**/members?q=okaf')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining(jun.name)])
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('okaf')
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('button', { name: 'Show all members' }).click()
    await page.waitForURL('**/members')
    await expect.poll(() => rows(page).count()).toBe(4)
  })

  test('is paged, and shows the last page for a number that is too high', async () => {
    const page = await app.openAs(ada, membersOf(crowded))
    await expect.poll(() => rows(page).count()).toBe(25)
    await page.getByText('1–25 of 31').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/members?page=2')
    await expect.poll(() => rows(page).count()).toBe(6)
    await openForViewing(page, membersOf(crowded, '?page=99'))
    await page.waitForURL('**/members?page=2')
    await expect.poll(() => rows(page).count()).toBe(6)
  })

  test('shows name, address and roles', async () => {
    const page = await app.openAs(mira, membersOf(northwind))
    const own = rowOf(page, mira)
    await own.getByText('you', { exact: true }).waitFor()
    await expect.poll(() => own.getByText('Admin', { exact: true }).count()).toBe(1)
    await expect.poll(() => own.getByText('Member', { exact: true }).count()).toBe(1)
    await expect.poll(() => rowOf(page, ada).getByText('Owner', { exact: true }).count()).toBe(1)
  })
})

describe('roles', () => {
  test('are changed by keyboard, and the focus returns', async () => {
    const { page, join, open } = await openInNewOrganization('Rita')
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
    await expect.poll(() => toastsOn(page)).toContain('Ben Bolt has the roles Admin, Member now')
    await expect.poll(() => hasFocus(menuOf(page, ben))).toBe(true)
    await expect.poll(() => rowOf(page, ben).getByText('Admin', { exact: true }).count()).toBe(1)
  })

  test('can’t be empty', async () => {
    const page = await app.openAs(ada, membersOf(northwind))
    const dialog = await openDialog(page, jun, 'Change roles…')
    await roleBox(dialog, 'Member').uncheck()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('Choose at least one role.').waitFor()
    await expect.poll(() => hasFocus(dialog.getByRole('checkbox').first())).toBe(true)
  })

  test('of owners can only be changed by owners', async () => {
    const page = await app.openAs(mira, membersOf(northwind))
    await menuOf(page, ada).click()
    for (const [action, words] of [
      ['Change roles…', 'Only owners can change owners.'],
      ['Remove…', 'Only owners can remove owners.'],
    ] as const) {
      await expect.poll(() => item(page, action).getAttribute('aria-disabled')).toBe('true')
      await expect.poll(() => item(page, action).innerText()).toContain(words)
    }
    await press(page, 'Escape')
    const dialog = await openDialog(page, jun, 'Change roles…')
    await expect.poll(() => roleBox(dialog, 'Owner').count()).toBe(0)
    await dialog.getByText('Only owners can add owners.').waitFor()
  })

  test('of the only owner can’t be removed, and the refusal says what to do', async () => {
    const { page, owner, join, open } = await openInNewOrganization('Otto')
    const second = await join('Sue Second', 'member')
    await open()
    const dialog = await openDialog(page, owner, 'Change roles…')
    await roleBox(dialog, 'Owner').uncheck()
    await roleBox(dialog, 'Admin').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('You are the only owner').waitFor()
    await dialog.getByText('Make another member an owner first').waitFor()
    await screenshot(page, 'member-only-owner', { width: 390, theme: 'light', window: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const other = await openDialog(page, second, 'Change roles…')
    await roleBox(other, 'Owner').check()
    await other.getByRole('button', { name: 'Save roles' }).click()
    await other.waitFor({ state: 'detached' })
    const again = await openDialog(page, owner, 'Change roles…')
    await roleBox(again, 'Owner').uncheck()
    await roleBox(again, 'Member').check()
    await again.getByRole('button', { name: 'Save roles' }).click()
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => toastsOn(page)).toContain('You have the role Member now')
    // Actions that the role no longer allows disappear immediately.
    await expect.poll(() => menuOf(page, second).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
  })

  test('need a recent sign-in to make someone an owner, then continue', async () => {
    const { page, owner, join, open } = await openInNewOrganization('Ines')
    const next = await join('Nils Next', 'member')
    await app.query(
      `update session set created_at = created_at - interval '2 days' where user_id = $1`,
      [owner.id],
    )
    await open()
    const dialog = await openDialog(page, next, 'Change roles…')
    await roleBox(dialog, 'Owner').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const field = confirmation.getByLabel('Password', { exact: true })
    await field.waitFor()
    await expect.poll(() => hasFocus(field)).toBe(true)
    await expect.poll(() => roleBox(confirmation, 'Owner').count()).toBe(0)
    await field.fill(password)
    await confirmation.getByRole('button', { name: 'Save roles' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Nils Next has the roles Owner, Member now')
    await expect.poll(() => rowOf(page, next).innerText()).toContain('Owner')
    await confirmation.waitFor({ state: 'detached' })
  })

  test('that were removed meanwhile are reported', async () => {
    const { page, owner, join, open } = await openInNewOrganization('Rob')
    const tim = await join('Tim Tall', 'member')
    await join('Una Under', 'owner')
    await open()
    const dialog = await openDialog(page, tim, 'Change roles…')
    await app.query('update member set role = $1 where user_id = $2', ['member', owner.id])
    await roleBox(dialog, 'Admin').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('Your role changed').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => menuOf(page, tim).count()).toBe(0)
  })
})

test('input that was sent offline is kept and can be sent again', async () => {
  const { page, join, open } = await openInNewOrganization('Onno')
  const kai = await join('Kai Kept', 'member')
  await open()
  const dialog = await openDialog(page, kai, 'Change roles…')
  await roleBox(dialog, 'Admin').check()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, kai).innerText()).toContain('Admin')
})

test('a member is added to a team and removed from it', async () => {
  const { page, join, open, organization } = await openInNewOrganization('Tess')
  const kim = await join('Kim Kern', 'member')
  await createTeam(page, organization)
  await open()
  const dialog = await openDialog(page, kim, 'Change team…')
  await dialog.getByRole('combobox', { name: 'Team' }).fill('second')
  await page.getByRole('option', { name: 'Second team' }).click()
  await dialog.getByRole('button', { name: 'Save team' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Kim Kern is now in Second team')
  await expect.poll(() => rowOf(page, kim).innerText()).toContain('Second team')
  const again = await openDialog(page, kim, 'Change team…')
  await again.getByRole('button', { name: 'Clear' }).click()
  await again.getByRole('button', { name: 'Save team' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Kim Kern is no longer in a team')
  await expect.poll(() => rowOf(page, kim).innerText()).not.toContain('Second team')
})

describe('removing', () => {
  test('explains the consequences and takes effect immediately', async () => {
    const { page, join, open, organization } = await openInNewOrganization('Rhea')
    const gus = await join('Gus Gone', 'admin')
    const theirs = await app.openAs(gus, `/dashboard/${organization.slug}`)
    await open()
    const dialog = await openDialog(page, gus, 'Remove…')
    await dialog.getByText('Gus Gone immediately loses access to Rheas place').waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toastsOn(page)).toContain('Gus Gone removed')
    await expect.poll(() => rowOf(page, gus).count()).toBe(0)
    // The row that had the focus is gone.
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Organization not found' }).waitFor()
  })

  test('a member who already left says so', async () => {
    const { page, join, open } = await openInNewOrganization('Nora')
    const pia = await join('Pia Past', 'member')
    await open()
    const dialog = await openDialog(page, pia, 'Remove…')
    await app.query('delete from member where user_id = $1', [pia.id])
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.getByText('This member was already removed.').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rowOf(page, pia).count()).toBe(0)
  })
})

describe('leaving', () => {
  test('is the only action of a plain member', async () => {
    const { organization, join } = await openInNewOrganization('Lars')
    const lea = await join('Lea Low', 'member')
    const page = await app.openAs(lea, membersOf(organization))
    await rows(page).nth(1).waitFor()
    await page.getByText('Owners and admins can invite people').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
    await menuOf(page, lea).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Leave…'])
    await item(page, 'Leave…').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expect.poll(() => toastsOn(page)).toContain('You have left Larss place')
  })

  test('is refused to the only owner, and the refusal says what to do', async () => {
    const { page, owner, join, open } = await openInNewOrganization('Olga')
    await join('Stan Still', 'admin')
    await open()
    const dialog = await openDialog(page, owner, 'Leave…')
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await dialog.getByText('You are the only owner. Make another member an owner').waitFor()
    assert(new URL(page.url()).pathname.endsWith('/members'))
  })
})
