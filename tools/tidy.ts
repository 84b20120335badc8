import { posix } from 'node:path'
import { banishedFaults } from './banished-words.ts'
import { importsOf } from './imports.ts'
import { isCode, isReadable, isTest, type SourceFile } from './source-files.ts'
import { withoutStrings } from './source-text.ts'

// A sentence for each violation of the rules that no other tool checks.
export function tidyFaults(files: readonly SourceFile[]): string[] {
  return checks.flatMap((check) => check(files))
}

type Check = (files: readonly SourceFile[]) => string[]

const checks: readonly Check[] = [
  lengthFaults,
  wordFaults,
  banishedFaults,
  fileNameFaults,
  packageFaults,
  readmeFaults,
  documentFaults,
]

const linesMax = 400

function lengthFaults(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > linesMax ? [`${path}: ${lines} lines, the maximum is ${linesMax}`] : []
  })
}

interface Ban {
  readonly word: RegExp
  readonly message: string
  readonly where: (file: SourceFile) => boolean
  // If the word is allowed in strings and comments.
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
    message: 'pass the time as a parameter; only the clock reads it',
    // Adapters run in applications, which have no clock of ours.
    where: isSourceBut(
      `${platform}/clock.ts`,
      'packages/web/src/lib/clock.ts',
      'packages/web/src/ui/use-now.ts',
      'packages/adapters/src/handlers.ts',
    ),
    inCodeOnly: true,
  },
  {
    word: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/,
    message: 'pass randomness as a parameter; only ids and secrets generate it',
    // Secrets of a new data folder, created before anything else exists, and discount codes in the
    // browser.
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
    message: 'use the logger',
    where: isSource,
    inCodeOnly: true,
  },
  {
    word: /[:<,|&(]\s*any\s*[,;>)=|&[\]{]|\bas any\b|:\s*any\s*$/,
    message: '"any" turns off type checking',
    where: isCode,
    inCodeOnly: true,
  },
  {
    word: /@ts-(?:ignore|nocheck)\b/,
    message: 'fix the error, or expect it with a reason',
    where: isCode,
    inCodeOnly: false,
  },
  {
    word: /\b(?:T[O]DO|F[I]XME)\b/,
    message: 'do it now, or track it outside of the code',
    where: () => true,
    inCodeOnly: false,
  },
  {
    word: /(?<![\w.*@)}\]/-])\/(?:home|Users|root|work|workspace)\/\w|\b[A-Z]:\\Users\b/,
    message: 'no paths of a particular machine',
    where: () => true,
    inCodeOnly: false,
  },
]

function wordFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const applicable = bans.filter(({ where }) => where(file))
    const code = applicable.some(({ inCodeOnly }) => inCodeOnly) ? withoutStrings(file.text) : ''
    return applicable.flatMap(({ word, message, inCodeOnly }) => {
      const lines = (inCodeOnly ? code : file.text).split('\n')
      return lines.flatMap((line, at) => {
        const found = word.exec(line)
        return found === null ? [] : [`${file.path}:${at + 1}: ${found[0].trim()}: ${message}`]
      })
    })
  })
}

const vagueNames = /^(?:utils?|helpers?|common|misc|shared|managers?|services?|types)$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

// The router of the web app gives meaning to other characters in file names.
const isRoute = (path: string): boolean => path.startsWith('packages/web/src/routes/')

function fileNameFaults(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path }) => {
    const names = path.split('/').map((step) => step.split('.')[0] ?? '')
    const vague = names.filter((name) => vagueNames.test(name))
    const odd = isRoute(path) ? [] : names.filter((name) => name !== '' && !kebab.test(name))
    return [
      ...vague.map((name) => `${path}: "${name}" doesn't say what is in it`),
      ...odd.map((name) => `${path}: "${name}" is not in kebab case`),
    ]
  })
}

// Plain zod is several times the size of zod/mini, and the contract runs in the browser. It also
// installs its own error messages for the whole process.
function packageFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) && usesSchemas(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => specifier === 'zod' || /^zod\/v?\d/.test(specifier))
        .map(({ specifier }) => `${file.path} → ${specifier}: import zod/mini`),
    )
}

const usesSchemas = ({ path }: SourceFile): boolean =>
  /^packages\/(?:contract|server|web)\//.test(path)

const headings = ['Owns', 'Does not own', 'Invariants', 'Neighbours']

function readmeFaults(files: readonly SourceFile[]): string[] {
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

// Documents that comments name, and targets of links between documents, exist.
function documentFaults(files: readonly SourceFile[]): string[] {
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
