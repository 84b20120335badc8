import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { isFullRun } from '../packages/server/test/full-run.ts'

interface Rules {
  /**
   * The color rules take axe longer than all others together. A quick run leaves them to the unit
   * test of the design tokens' contrast.
   */
  colors?: boolean
}

const colorRules = ['color-contrast', 'link-in-text-block']

/** The violations of WCAG 2.2 AA and of axe's best practices, a line each. */
export async function accessibilityViolations(
  page: Page | Frame,
  { colors = isFullRun }: Rules = {},
): Promise<string[]> {
  // An element that fades in or out doesn't have its final colors, and perhaps not its name.
  const fading = page.locator('[data-starting-style], [data-ending-style]')
  await fading.first().waitFor({ state: 'detached' })
  await injectAxe(page)
  const options = {
    // Callers check a frame separately.
    iframes: false,
    resultTypes: ['violations'],
    rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: colors }])),
  }
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

// Empty elements around a popup, which pass the focus on at once. Whether axe takes the popup for a
// dialog, within which it allows them, depends on the size of the window.
const context = JSON.stringify({ exclude: ['[data-base-ui-focus-guard]'] })

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Injected on demand: it takes half a megabyte per document, and most documents are never checked. */
async function injectAxe(page: Page | Frame): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
  // Otherwise it serializes every element that it visits.
  await page.evaluate('axe.configure({ noHtml: true })')
}
