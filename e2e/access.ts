import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

type Shown = Page | Frame

interface Situation {
  /** The same page was looked at in the light, so that only its colours are others. */
  isDark?: boolean
  /** The same page was looked at on a desktop: colours that a text has elsewhere are good here. */
  isPhone?: boolean
}

const colourRules = ['color-contrast', 'link-in-text-block']
// What lies in a frame is a page of its own.
const own = { iframes: false, resultTypes: ['violations'] }
const ofColours = { ...own, runOnly: colourRules }
const butColours = {
  ...own,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
}

/** What axe finds against WCAG 2.2 AA and its best practices, a line each. */
export async function faultsOfAccess(
  page: Shown,
  { isDark = false, isPhone = false }: Situation = {},
): Promise<string[]> {
  // What floats is a moment on its way, neither seen yet nor named any more.
  const onItsWay = page.locator('[data-starting-style], [data-ending-style]')
  await onItsWay.first().waitFor({ state: 'detached' })
  await bringAxe(page)
  if (isPhone) {
    const others = isDark ? [] : await askAxe(page, butColours)
    return [...others, ...(await faultsOfNewColours(page))]
  }
  const faults = await askAxe(page, isDark ? ofColours : own)
  if (faults.length === 0) remember(await page.evaluate(findTexts, []))
  return faults
}

async function faultsOfNewColours(page: Shown): Promise<string[]> {
  const colours = await page.evaluate(findTexts, [...passed])
  if (colours.length === 0) return []
  const faults = await askAxe(page, ofColours, 'window.textsOfNewColours')
  if (faults.length === 0) remember(colours)
  return faults
}

// One for all tests of a worker: in colours that are good on one page a text is good on any.
const passed = new Set<number>()

function remember(colours: readonly number[]): void {
  for (const one of colours) passed.add(one)
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

async function bringAxe(page: Shown): Promise<void> {
  // Half a megabyte, which a page keeps until it is left.
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
  // Otherwise it writes down everything that it has looked at.
  await page.evaluate('axe.configure({ noHtml: true })')
}

async function askAxe(page: Shown, options: object, where = 'document'): Promise<string[]> {
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

declare global {
  interface Window {
    /** Where axe is to look for faults of colours. */
    textsOfNewColours?: Element[]
  }
}

/** Answers the colours of the texts that are shown but for the known, a number for each kind. */
function findTexts(known: readonly number[]): number[] {
  const isKnown = new Set(known)
  const found = new Map<number, Element[]>()
  const beneath = new Map<Element, string>([[document.documentElement, '']])

  for (const element of texts()) {
    if (!isSeen(element)) continue
    const colours = hash(coloursOf(element))
    if (isKnown.has(colours)) continue
    const judged = element.closest('a') ?? element
    found.set(colours, [...(found.get(colours) ?? []), judged])
  }
  window.textsOfNewColours = [...found.values()].flat()
  return [...found.keys()]

  function texts(): Set<Element> {
    const all = new Set<Element>(document.querySelectorAll('input, select, textarea'))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node
      if (parentElement !== null && node.nodeValue?.trim()) all.add(parentElement)
    }
    return all
  }

  /** What only screen readers find has a pixel. */
  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }

  /** What decides whether it can be read, and whether it has to be. */
  function coloursOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } =
      getComputedStyle(element)
    const around = element.closest('a')?.parentElement ?? element
    return [
      color,
      fontSize,
      fontWeight,
      textShadow,
      textDecorationLine,
      getComputedStyle(around).color,
      element.tagName === 'INPUT',
      isDisabled(element),
      backgroundOf(element),
    ].join()
  }

  function isDisabled(element: Element): boolean {
    const control = element.closest('label')?.control ?? element
    return control.closest(':disabled, [aria-disabled=true]') !== null
  }

  function backgroundOf(element: Element | null): string {
    if (element === null) return ''
    const asked = beneath.get(element)
    if (asked !== undefined) return asked
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
    const here = isClear && opacity === '1' ? '' : `${backgroundColor}${backgroundImage}${opacity}`
    const background = `${here} ${backgroundOf(element.parentElement)}`.trim()
    beneath.set(element, background)
    return background
  }

  function hash(text: string): number {
    let sum = 0
    for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 2 ** 45
    return sum
  }
}
