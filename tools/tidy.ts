import { posix } from 'node:path'
import { withoutTexts } from './code.ts'
import { importsOf } from './imports.ts'
import { isCode, isReadable, isTest, type SourceFile } from './source-files.ts'

// The house rules that no other tool keeps, one sentence for each breach.
export function tidyFaults(files: readonly SourceFile[]): string[] {
  return laws.flatMap((law) => law(files))
}

type Law = (files: readonly SourceFile[]) => string[]

const laws: readonly Law[] = [lengthLaw, wordLaw, nameLaw, packageLaw, readmeLaw, documentLaw]

const linesMax = 400

function lengthLaw(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > linesMax ? [`${path}: ${lines} lines, ${linesMax} are the most`] : []
  })
}

interface Ban {
  readonly word: RegExp
  readonly says: string
  readonly where: (file: SourceFile) => boolean
  // Where the word may stand in texts and comments, only code is searched.
  readonly inCodeOnly: boolean
}

const isSource = (file: SourceFile): boolean =>
  /^packages\/\w+\/src\//.test(file.path) && isCode(file) && !isTest(file)

const isSourceBut =
  (...exempt: readonly string[]) =>
  (file: SourceFile): boolean =>
    isSource(file) && !exempt.some((path) => file.path.startsWith(path))

const platform = 'packages/server/src/platform'

const bans: readonly Ban[] = [
  {
    word: /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date(?![\w(])|\bperformance\.now\b/,
    says: 'the time is handed in; only the clock reads it',
    where: isSourceBut(`${platform}/clock.ts`, 'packages/web/src/ui/use-now.ts'),
    inCodeOnly: true,
  },
  {
    word: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/,
    says: 'chance is handed in; only ids and secrets draw it',
    // Two make the secrets of a fresh data folder, before there is anything to stand on, and the
    // last one draws codes of discounts in the browser.
    where: isSourceBut(
      `${platform}/ids.ts`,
      `${platform}/crypto/`,
      `${platform}/config/secret.ts`,
      `${platform}/postgres/passwords.ts`,
      'packages/web/src/lib/random-code.ts',
    ),
    inCodeOnly: true,
  },
  {
    word: /\bconsole\./,
    says: 'the log is written by the logger',
    where: isSource,
    inCodeOnly: true,
  },
  {
    word: /[:<,|&(]\s*any\s*[,;>)=|&[\]{]|\bas any\b|:\s*any\s*$/,
    says: '"any" switches the compiler off',
    where: isCode,
    inCodeOnly: true,
  },
  {
    word: /@ts-(?:ignore|nocheck)\b/,
    says: 'an error of the compiler is mended, or expected with a reason',
    where: isCode,
    inCodeOnly: false,
  },
  {
    word: /\b(?:T[O]DO|F[I]XME)\b/,
    says: 'what is left to do is done, or written down elsewhere',
    where: () => true,
    inCodeOnly: false,
  },
  {
    word: /(?<![\w.*@)}\]/-])\/(?:home|Users|root|work|workspace)\/\w|\b[A-Z]:\\Users\b/,
    says: 'the code knows no path of a machine',
    where: () => true,
    inCodeOnly: false,
  },
]

function wordLaw(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const judged = bans.filter(({ where }) => where(file))
    const code = judged.some(({ inCodeOnly }) => inCodeOnly) ? withoutTexts(file.text) : ''
    return judged.flatMap(({ word, says, inCodeOnly }) => {
      const lines = (inCodeOnly ? code : file.text).split('\n')
      return lines.flatMap((line, at) => {
        const found = word.exec(line)
        return found === null ? [] : [`${file.path}:${at + 1}: ${found[0].trim()}: ${says}`]
      })
    })
  })
}

const emptyNames = /^(?:utils?|helpers?|common|misc|shared|managers?|services?|types)$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

// The router of the web gives meaning to other signs in the names of its files.
const isRoute = (path: string): boolean => path.startsWith('packages/web/src/routes/')

function nameLaw(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path }) => {
    const names = path.split('/').map((step) => step.split('.')[0] ?? '')
    const empty = names.filter((name) => emptyNames.test(name))
    const odd = isRoute(path) ? [] : names.filter((name) => name !== '' && !kebab.test(name))
    return [
      ...empty.map((name) => `${path}: "${name}" doesn't say what is in it`),
      ...odd.map((name) => `${path}: "${name}" is not in kebab case`),
    ]
  })
}

// Plain zod is several times the size of zod/mini, and what is in the contract is in the browser.
// It also brings words of its own, which then stand in every answer of the process.
function packageLaw(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) && speaksOfSchemas(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => specifier === 'zod' || /^zod\/v?\d/.test(specifier))
        .map(({ specifier }) => `${file.path} → ${specifier}: import zod/mini`),
    )
}

const speaksOfSchemas = ({ path }: SourceFile): boolean =>
  /^packages\/(?:contract|server|web)\//.test(path)

const headings = ['Owns', 'Does not own', 'Invariants', 'Neighbours']

function readmeLaw(files: readonly SourceFile[]): string[] {
  const folders = files.flatMap(
    ({ path }) => /^.*\/src\/domains\/[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  )
  return [...new Set(folders)].flatMap((folder) => {
    const readme = files.find(({ path }) => path === `${folder}/README.md`)
    if (readme === undefined) return [`${folder}: has no README.md`]
    const found = [...readme.text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    return headings
      .filter((heading) => !found.includes(heading))
      .map((heading) => `${readme.path}: has no heading "${heading}"`)
  })
}

// A comment that sends the reader to a document, or a link between documents, leads somewhere.
function documentLaw(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const documents = new Set([...paths].map((path) => posix.basename(path)))
  return files.flatMap((file) => {
    const { path, text } = file
    const named = isCode(file) ? text.matchAll(/\b[\w-]+\.md\b/g) : []
    const linked = path.endsWith('.md') ? text.matchAll(/\]\((?!\w+:)([^)#\s]+\.\w+)/g) : []
    return [
      ...[...named].map(([name]) => name).filter((name) => !documents.has(name)),
      ...[...linked]
        .map(([, link = '']) => posix.join(posix.dirname(path), link))
        .filter((target) => isReadable(target) && !paths.has(target)),
    ].map((missing) => `${path}: there is no ${missing}`)
  })
}
