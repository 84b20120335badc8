import { expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import {
  hasFocus,
  openDialog,
  password,
  press,
  serverWithOperator,
  toastsOn,
  wide,
} from './operators.ts'
import { openPath, screenshot } from './visit.ts'

const app = serverWithOperator()

test('an operator bans a user until a day and lifts the ban', async () => {
  const person = await app.signUp('Bert Banned')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Ban')
  await dialog.getByLabel('Reason').fill('Sells what isn’t theirs')
  await dialog.getByRole('radio', { name: 'On a date' }).check()
  await dialog.getByLabel('Ends on').fill('yesterday')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await dialog.getByText('Choose a day from tomorrow onwards.').waitFor()
  await dialog.getByLabel('Ends on').fill('in 2 weeks')
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Bert Banned banned')
  await screenshot(page, 'admin-toast', { ...wide, window: true })
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Reason: Sells what isn’t theirs').waitFor()
  await page.getByText('Not signed in anywhere.').waitFor()
  await screenshot(page, 'admin-banned', wide)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await app.signIn(person)).toBe(403)

  const lift = await openDialog(page, 'Lift')
  await lift.getByRole('button', { name: 'Lift the ban' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Bert Banned can sign in again')
  await page.getByText('Reason:').waitFor({ state: 'detached' })
  expect(await app.signIn(person)).toBe(200)
})

test('a ban can be permanent', async () => {
  const person = await app.signUp('Olga Open')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Ban')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Banned.' })
  await expect.poll(() => banner.innerText()).toContain('The ban has no end date.')
})

test('an operator impersonates a user, sees the banner on every page, and stops', async () => {
  const person = await app.signUp('Ida Impersonated')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Sign in as')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Sign in as Ida Impersonated' }).click()
  await page.waitForURL('**/account**')
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await banner.getByText('Ida Impersonated').waitFor()
  await screenshot(page, 'admin-impersonating', wide)
  for (const path of ['/dashboard/northwind', '/admin/users', '/no/such/page']) {
    await openPath(page, path)
    await banner.waitFor()
  }
  await openPath(page, '/admin/users')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await banner.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL(`**/admin/users/${person.id}`)
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor()
  await page.getByText('An operator signed in as this user').waitFor()
  await expect.poll(() => banner.count()).toBe(0)
})

test('an operator appoints another, and the last one can’t be removed', async () => {
  const person = await app.signUp('Rolf Role')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Change role')
  await dialog.getByRole('radio', { name: 'Operator' }).check()
  await screenshot(page, 'admin-role', { ...wide, window: true })
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Rolf Role is now an operator')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByText('You can’t sign in as an operator.').waitFor()
  await press(page, 'Escape')
  const again = await openDialog(page, 'Change role')
  await again.getByRole('radio', { name: /^User/ }).check()
  await again.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Rolf Role is now a user')

  await openPath(page, `/admin/users/${app.operator.id}`)
  const own = await openDialog(page, 'Change role')
  await own.getByRole('radio', { name: /^User/ }).check()
  await own.getByRole('button', { name: 'Change role' }).click()
  await own.getByText('This is the last operator.').waitFor()
})

test('a former operator no longer sees the admin pages', async () => {
  const person = await app.signUp('Otto Operator')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Change role')
  await dialog.getByRole('radio', { name: 'Operator' }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Otto Operator is now an operator')
  const own = await app.openAs(person, `/admin/users/${person.id}`)
  const demotion = await openDialog(own, 'Change role')
  await demotion.getByRole('radio', { name: /^User/ }).check()
  await demotion.getByText('You immediately lose access to these pages').waitFor()
  await demotion.getByRole('button', { name: 'Change role' }).click()
  await own.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('an operator edits a profile, and a taken username is refused under its field', async () => {
  const [one, other] = [await app.signUp('Pia Profile'), await app.signUp('Quin Other')]
  const page = await app.openUser(one)
  const edit = async (username: string) => {
    const dialog = await openDialog(page, 'Edit profile')
    await dialog.getByLabel('Username').fill(username)
    await press(page, 'Enter')
    return dialog
  }
  await edit('Pia_P')
  await expect.poll(() => toastsOn(page)).toContain('Profile of Pia Profile updated')
  await page.getByText('@Pia_P').waitFor()
  await openPath(page, `/admin/users/${other.id}`)
  const dialog = await edit('pia_p')
  await dialog.getByText('This username is taken.').waitFor()
  await dialog.getByLabel('Username').fill('')
  await dialog.getByLabel('Name', { exact: true }).fill('Quin Another')
  await dialog.getByLabel('Email address verified').check()
  await press(page, 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Quin Another' }).waitFor()
  await page.getByText('active', { exact: true }).waitFor()
})

test('actions that operators can’t perform on themselves say why', async () => {
  const page = await app.openUser(app.operator)
  await page.getByRole('button', { name: 'Actions' }).click()
  for (const action of ['Sign in as', 'Ban', 'Delete']) {
    const item = page.getByRole('menuitem', { name: action })
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => item.innerText()).toContain('your own account')
  }
})

test('an operator ends one session, then all', async () => {
  const person = await app.signUp('Sara Sessions')
  for (let i = 0; i < 2; i += 1) await app.signIn(person)
  const page = await app.openUser(person)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
  await sessions.getByRole('button', { name: 'End…' }).first().click()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Session ended')
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2)
  await sessions.getByRole('button', { name: 'End all…' }).click()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await sessions.getByText('Not signed in anywhere.').waitFor()
})

test('an operator sends a link to reset the password', async () => {
  const person = await app.signUp('Lena Link')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Send password reset link')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect.poll(() => toastsOn(page)).toContain(`Link sent to ${person.email}`)
  const mails = await app.server.sentMails()
  const mail = mails.findLast(({ to }) => to.includes(person.email))
  expect(mail?.subject).toMatch(/password/i)
})

test('an operator sets a password, and a bad one is refused under its field', async () => {
  const person = await app.signUp('Paul Password')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Set a password')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await dialog.getByText('Enter the new password.').waitFor()
  await dialog.getByLabel('New password').fill('short')
  await press(page, 'Enter')
  await dialog.getByText('This password is too short.').waitFor()
  await expect
    .poll(() => dialog.getByLabel('New password').getAttribute('aria-invalid'))
    .toBe('true')
  await dialog.getByLabel('New password').fill('nine purple kettles')
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Password set for Paul Password')
  expect(await app.signIn(person)).toBe(401)
  expect(await app.signIn(person, 'nine purple kettles')).toBe(200)
})

test('an operator creates a user, and mistakes appear under their fields', async () => {
  const page = await app.openAs(app.operator, '/admin/users')
  await press(page, 'c')
  await page.waitForURL('**/admin/users/new')
  const create = page.getByRole('button', { name: 'Create user' })
  await create.click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('Enter an email address.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Email', { exact: true }).fill(app.operator.email)
  await create.click()
  await page.getByText('An account with this address already exists.').waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Email', { exact: true }))).toBe(true)
  await page.getByLabel('Email', { exact: true }).fill('nora@example.com')
  await page.getByLabel('Email address verified').check()
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await create.click()
  await page.getByRole('heading', { level: 1, name: 'Nora New' }).waitFor()
  await page.getByText('active', { exact: true }).waitFor()
  expect(await app.signIn({ email: 'nora@example.com' })).toBe(200)
})

test('an operator deletes a user by typing the address', async () => {
  const person = await app.signUp('Dora Deleted')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Delete')
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(person.email)
  await screenshot(page, 'admin-delete', { ...wide, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await press(page, 'Enter')
  await page.waitForURL('**/admin/users')
  await expect.poll(() => toastsOn(page)).toContain('Dora Deleted deleted')
  expect(await app.signIn(person)).toBe(401)
  await openPath(page, `/admin/users/${person.id}`)
  await page.getByRole('heading', { name: 'User not found' }).waitFor()
  await openPath(page, '/admin/users/nobody')
  await page.getByRole('heading', { name: 'User not found' }).waitFor()
})

test('a refused action says why in the dialog', async () => {
  const person = await app.signUp('Gone Already')
  const page = await app.openUser(person)
  const dialog = await openDialog(page, 'Delete')
  await app.query('delete from users where id = $1', [person.id])
  await dialog.getByRole('textbox').fill(person.email)
  await press(page, 'Enter')
  const refusal = () => dialog.getByRole('alert').innerText()
  await expect.poll(refusal).toContain('This user no longer exists.')
})

test('closing a dialog restores the focus', async () => {
  const page = await app.openUser(await app.signUp('Fay Focus'))
  const dialog = await openDialog(page, 'Change role')
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Actions' }))).toBe(true)
})
