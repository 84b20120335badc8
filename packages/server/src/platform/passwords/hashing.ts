import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import { limiter } from '../limiter.ts'
import { createHashingThreads, type HashingThreads } from './hashing-threads.ts'

/** Hashes and verifies passwords, at most one per core at a time. */
export interface Hashing {
  hash(password: string): Promise<string>
  /**
   * Without a hash it takes the same time and fails, so timing doesn't reveal who has an account.
   */
  verify(hash: string | null, password: string, options?: VerifyOptions): Promise<Verdict>
}

interface VerifyOptions {
  /**
   * Takes the time of a current and of an imported hash, whichever is stored, if any. For guesses
   * by strangers: the kinds take different times, so one alone would reveal who has which.
   */
  readonly asIfImported?: boolean
}

interface Verdict {
  readonly ok: boolean
  /** The hash is of an older kind and should be replaced now that the password is known. */
  readonly outdated: boolean
}

interface HashingOptions {
  readonly cost?: Cost
  readonly runningMax?: number
  readonly waitingMax?: number
  readonly threads?: HashingThreads
}

type Cost = Readonly<Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>>

/** OWASP's parameters; argon2id is the library's default kind. */
const costDefault: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const prefixOf = ({ memoryCost, timeCost, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/** Hashes of users migrated from better-auth. The salt is the hexadecimal text itself. */
const importedShape = /^([0-9a-f]{32}):([0-9a-f]{128})$/
const importedCost = { keyBytes: 64, N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 } as const
const dummyImported = { salt: '0'.repeat(32), key: '0'.repeat(2 * importedCost.keyBytes) }

const waitingMaxDefault = 256

export function createHashing({
  cost = costDefault,
  runningMax = availableParallelism(),
  waitingMax = waitingMaxDefault,
  threads = createHashingThreads(),
}: HashingOptions = {}): Hashing {
  const limited = limiter(runningMax, waitingMax)
  const currentPrefix = prefixOf(cost)
  /** The hash of no password, as expensive to compare with as a real one. */
  const dummyHash = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`
  const matchesCurrent = async (stored: string | null, password: string) =>
    (await threads.verify(stored ?? dummyHash, password)) && stored !== null
  return {
    hash: (password) => limited(() => threads.hash(normalized(password), cost)),
    async verify(stored, password, { asIfImported = false } = {}) {
      const { current, imported } = readStored(stored)
      const typed = normalized(password)
      const ok = await limited(async () => {
        const isCurrent =
          (asIfImported || imported === null) && (await matchesCurrent(current, typed))
        const isImported =
          (asIfImported || imported !== null) && (await matchesImported(threads, imported, typed))
        return isCurrent || isImported
      })
      return { ok, outdated: ok && !current?.startsWith(currentPrefix) }
    },
  }
}

interface Imported {
  readonly salt: string
  readonly key: string
}

/** At most one of the two is set. */
function readStored(stored: string | null): {
  readonly current: string | null
  readonly imported: Imported | null
} {
  const [, salt, key] = importedShape.exec(stored ?? '') ?? []
  return salt === undefined || key === undefined
    ? { current: stored, imported: null }
    : { current: null, imported: { salt, key } }
}

async function matchesImported(
  threads: HashingThreads,
  imported: Imported | null,
  password: string,
): Promise<boolean> {
  const { salt, key } = imported ?? dummyImported
  const made = await threads.scrypt(password, salt, importedCost)
  return timingSafeEqual(made, Buffer.from(key, 'hex')) && imported !== null
}

/** Keyboards encode the same letters in several ways. */
const normalized = (password: string): string => password.normalize('NFKC')
