import { isCode, type SourceFile } from './source-files.ts'
import { withoutStrings } from './source-text.ts'

// Words that the code once used for things that have a plain name. docs/glossary.md has the words to
// use. None of them comes back in a name of the code or of a file.

// By a word within a name: `isTold`, `ChangeWish`.
const words: Readonly<Record<string, string>> = {
  beside: 'attached, extra or next',
  elsewhere: 'external',
  knock: 'probe',
  makings: 'details',
  news: 'event or notice',
  told: 'notified, sent or input',
  whoever: 'caller',
  wish: 'input or request',
  wishes: 'inputs or requests',
}

// By a whole name.
const names: Readonly<Record<string, string>> = {
  tellOf: 'notifyCustomer',
  Workshop: 'UnitOfWorkFactory',
  whoseNews: 'findSubject',
  noteOutcome: 'recordOutcome',
  letIn: 'openPortalSession, authorize',
  isLetIn: 'purchaseToShow',
  letRest: 'suspend',
  goOverToSuccessor: 'switchToReplacementCard',
  takeAgain: 'reapplyCredit',
  giveUpOrders: 'stopCollecting',
  objectToDeletion: 'deletionBlocker',
  partWithUser: 'detachDeletedUser',
  comeBack: 'oauthCallback',
  fileSecret: 'indexSecret',
  useRoundTrip: 'useOAuthRedirect',
  inEvenTime: 'withQuantizedTime',
  worthOf: 'totalsOf',
}

// In comments, texts and documents.
const phrases: Readonly<Record<string, string>> = {
  beside: 'next to, in addition to',
  elsewhere: 'where exactly',
  'in earnest': 'in production',
  told: 'notified, announced, given',
  whoever: 'the caller, anyone who',
  whosoever: 'anyone who',
}

export const banishedFaults = (files: readonly SourceFile[]): string[] =>
  files
    .filter(isChecked)
    .flatMap((file) =>
      isCode(file) ? [...nameFaults(file), ...phraseFaults(file)] : phraseFaults(file),
    )

const isChecked = (file: SourceFile): boolean =>
  (isCode(file) || file.path.endsWith('.md')) && !file.path.startsWith('tools/banished-words.')

// Templates are left out, because they contain sentences.
function nameFaults({ path, text }: SourceFile): string[] {
  const code = withoutStrings(text).replaceAll(/`(?:\\[\s\S]|[^\\`])*`/g, (template) =>
    template.replaceAll(/[^\n]/g, ' '),
  )
  const lines = code.split('\n')
  return [
    ...banishedIn(path).map((fault) => `${path}: ${fault}`),
    ...lines.flatMap((line, at) => banishedIn(line).map((fault) => `${path}:${at + 1}: ${fault}`)),
  ]
}

function banishedIn(text: string): string[] {
  const found = text.match(/[A-Za-z_$][\w$]*/g) ?? []
  return found.flatMap((name) => {
    if (Object.hasOwn(names, name)) return [`"${name}" is called ${names[name]} now`]
    const parts = name.split(/[_$\d]+|(?=[A-Z])/).map((part) => part.toLowerCase())
    return parts.flatMap((part) =>
      Object.hasOwn(words, part) ? [`"${name}" is called ${words[part]} now`] : [],
    )
  })
}

function phraseFaults({ path, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, at) => {
    const [, phrase] = phrasePattern.exec(line.toLowerCase()) ?? []
    return phrase === undefined
      ? []
      : [`${path}:${at + 1}: "${phrase}": write ${phrases[phrase]} instead`]
  })
}

const phrasePattern = new RegExp(`\\b(${Object.keys(phrases).join('|')})\\b`)
