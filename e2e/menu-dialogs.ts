import type { Locator } from 'playwright-core'
import { press } from './operators.ts'
import { type EachView, expectAccessibleView } from './visit.ts'

/** Chooses an action of a menu; returns the dialog that it opens. */
export async function openDialogOf(menu: Locator, action: string): Promise<Locator> {
  const page = menu.page()
  await menu.click()
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

/** Checks the dialogs of a menu in every view: the actions by the names of their pictures. */
export async function expectAccessibleDialogs(
  menu: Locator,
  eachView: EachView,
  actions: Readonly<Record<string, string>>,
): Promise<void> {
  const page = menu.page()
  for (const [name, action] of Object.entries(actions)) {
    const dialog = await openDialogOf(menu, action)
    await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}
