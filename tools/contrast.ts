// Computes the text contrast of the web app (WCAG 2.2, 1.4.3). Colors are tokens; class names and
// style sheets show which of them are combined.

import { isCode, isTest, type SourceFile } from './source-files.ts'
import { withoutComments } from './source-text.ts'

const folder = 'packages/web/src/'
const tokensPath = `${folder}styles/tokens.css`
const contrastMin = 4.5

/** A sentence for each text color with too little contrast on a background where it may occur. */
export function contrastFaults(files: readonly SourceFile[]): string[] {
  const tokens = files.find(({ path }) => path === tokensPath)
  if (tokens === undefined) return [`${tokensPath} is missing`]
  const themes = themesOf(tokens.text)
  const styles = files.filter(mayStyle).flatMap((file) => stylesOf(file, themes))
  const faults = themes.flatMap(({ name, luminances }) =>
    combinationsOf(styles).flatMap(([text, background]) => {
      const contrast = contrastOf(luminances.get(text.token), luminances.get(background.token))
      if (contrast >= contrastMin) return []
      const where = [...new Set([text.path, background.path])].join(', ')
      return [
        `${name}: ${text.token} on ${background.token} has ${contrast.toFixed(2)}:1 (${where})`,
      ]
    }),
  )
  return [...faults, ...styles.flatMap(({ unknown }) => unknown)]
}

const mayStyle = (file: SourceFile): boolean =>
  file.path.startsWith(folder) &&
  file.path !== tokensPath &&
  (file.path.endsWith('.css') || (isCode(file) && !isTest(file)))

interface Theme {
  readonly name: string
  /** Of each token that is an opaque color. */
  readonly luminances: ReadonlyMap<string, number>
}

/** Each block with a `color-scheme` is a theme. */
function themesOf(css: string): Theme[] {
  return [...withoutComments(css).matchAll(/color-scheme: (\w+);([^}]*)\}/g)].map(
    ([, name = '', block = '']) => {
      const colors = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
      return {
        name,
        luminances: new Map(
          [...colors].map(([, token = '', l, c, h]) => [
            token,
            luminanceOf(Number(l), Number(c), Number(h)),
          ]),
        ),
      }
    },
  )
}

/** Relative luminance, which is a weighted sum of linear sRGB. */
function luminanceOf(lightness: number, chroma: number, hue: number): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue)
}

const inGamut = (channel: number): number => Math.min(1, Math.max(0, channel))

function contrastOf(one = 0, other = 0): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

interface Color {
  readonly token: string
  readonly path: string
  /** Whether it only applies in a state, such as hover. */
  readonly isConditional: boolean
}

/** The colors of a class list or of a rule in a style sheet. */
interface Style {
  readonly texts: readonly Color[]
  readonly backgrounds: readonly Color[]
  /** Faults of colors that aren't tokens. */
  readonly unknown: readonly string[]
}

function stylesOf(file: SourceFile, themes: readonly Theme[]): Style[] {
  const known = new Set(themes.flatMap(({ luminances }) => [...luminances.keys(), 'scrim']))
  const code = withoutComments(file.text)
  const styles = file.path.endsWith('.css')
    ? code.split(/[{}]/).map((rule) => styleOfRule(rule, file.path))
    : classListsOf(code).map((list) => styleOfClasses(list, file.path, known))
  return styles.map((style) => ({
    ...style,
    backgrounds: style.backgrounds.filter(({ token }) => !shapes[file.path]?.includes(token)),
  }))
}

/** Backgrounds without text: lines, dots, bars, color samples. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  [`${folder}features/gallery/token-specimens.tsx`]: ['accent'],
  [`${folder}features/sign-in/social-buttons.tsx`]: ['line'],
  [`${folder}styles/parts.css`]: ['line', 'line-strong', 'accent', 'on-accent', 'ink-3'],
  [`${folder}ui/confirm-dialog.tsx`]: ['ink-3'],
  [`${folder}ui/dialog-frame.ts`]: ['scrim'],
  [`${folder}ui/key-figures.tsx`]: ['line'],
  [`${folder}ui/menu.tsx`]: ['line'],
  [`${folder}ui/stepper.tsx`]: ['line', 'accent'],
  [`${folder}ui/timeline.tsx`]: ['line'],
}

function styleOfRule(rule: string, path: string): Style {
  const colors = (property: RegExp): Color[] =>
    [...rule.matchAll(property)].map(([, token = '']) => ({ token, path, isConditional: false }))
  return {
    texts: colors(/(?<![\w-])color: var\(--([\w-]+)\)/g),
    backgrounds: colors(/(?<![\w-])background(?:-color)?: var\(--([\w-]+)\)/g),
    unknown: [],
  }
}

/** The strings of the code, with concatenated ones joined. */
function classListsOf(code: string): string[] {
  const joined = code.replaceAll(/(['`])\s*\+\s*(['`])/g, '')
  return [...joined.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
}

function styleOfClasses(list: string, path: string, known: ReadonlySet<string>): Style {
  const texts: Color[] = []
  const backgrounds: Color[] = []
  const unknown: string[] = []
  for (const name of list.split(/\s+/)) {
    const [, states = '', property, value = ''] = utility.exec(name) ?? []
    const [token = '', opacity] = value.split('/')
    if (property === undefined || /^(?:before|after|backdrop):/.test(states)) continue
    if (/^\[(?:#|rgb|hsl|oklch|var|color)/.test(value) || (known.has(token) && opacity)) {
      unknown.push(`${path}: ${name} is not a token`)
    } else if (known.has(token)) {
      const color = { token, path, isConditional: states !== '' }
      if (property === 'bg') backgrounds.push(color)
      else texts.push(color)
    }
  }
  return { texts, backgrounds, unknown }
}

const utility = /^(.*:)?(text|bg)-([^:]+)$/

/**
 * Texts that come with a background are combined with that one. All other texts are combined with
 * every background that comes without a text.
 */
function combinationsOf(styles: readonly Style[]): (readonly [text: Color, background: Color])[] {
  const isComplete = ({ texts, backgrounds }: Style): boolean =>
    texts.some(isUnconditional) && backgrounds.some(isUnconditional)
  const complete = styles.filter(isComplete)
  const others = styles.filter((style) => !isComplete(style))
  return [
    ...complete.flatMap(({ texts, backgrounds }) => pairsOf(texts, backgrounds)),
    ...pairsOf(
      uniqueByToken(others.flatMap(({ texts }) => texts)),
      uniqueByToken(others.flatMap(({ backgrounds }) => backgrounds)),
    ),
  ]
}

const uniqueByToken = (colors: readonly Color[]): Color[] => [
  ...new Map(colors.map((color) => [color.token, color])).values(),
]

const isUnconditional = ({ isConditional }: Color): boolean => !isConditional

const pairsOf = (texts: readonly Color[], backgrounds: readonly Color[]) =>
  texts.flatMap((text) => backgrounds.map((background) => [text, background] as const))
