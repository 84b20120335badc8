import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { assert } from '../../kernel/assert.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { newId } from '../ids.ts'
import { unless } from './disk-failures.ts'
import { partWriter } from './disk-parts.ts'
import {
  encodedPath,
  filePath,
  type ObjectStorage,
  partPath,
  type SentPart,
  type StoredObject,
  type Upload,
} from './object-storage.ts'
import { signLink } from './signed-link.ts'

interface DiskDeps {
  /** The data folder. */
  readonly folder: string
  /** The public origin, used in links. */
  readonly url: string
  readonly keyring: Keyring
}

/**
 * Files in the data folder: `files/<path>` contains complete files, `uploads/<folder>/<upload>`
 * parts, each named by its number and SHA-256, so that a resent part is a different file.
 */
export function diskStorage({ folder, url, keyring }: DiskDeps): ObjectStorage {
  const files = placesIn(join(folder, 'files'))
  const uploads = placesIn(join(folder, 'uploads'))
  const partsOf = ({ path, uploadId }: Upload) => uploads(`${dirname(path)}/${uploadId}`)
  return {
    async beginUpload({ path }) {
      const uploadId = newId('upload')
      await mkdir(partsOf({ path, uploadId }), { recursive: true, mode: 0o700 })
      return uploadId
    },
    partLink({ path }, { number, checksum }, expiresAt) {
      const address = `${url}${partPath}/${encodedPath(path)}/${number}`
      const permission = ['file part', path, String(number)] as const
      return Promise.resolve({
        url: signLink(keyring, address, permission, expiresAt),
        headers: checksum === null ? {} : checksumHeaders(checksum),
      })
    },
    finishUpload: (upload, parts) => finish(partsOf(upload), files(upload.path), parts),
    abandonUpload: (upload) => clear(partsOf(upload)),
    put: ({ path, bytes }) => write(files(path), bytes),
    async read(path, range) {
      const file = await open(files(path), 'r').catch(unless('ENOENT', null))
      return file?.createReadStream({ start: range?.first, end: range?.last }) ?? null
    },
    downloadLink({ path, expiresAt }) {
      const address = `${url}${filePath}/${encodedPath(path)}`
      const permission = ['file download', path] as const
      return Promise.resolve({
        url: signLink(keyring, address, permission, expiresAt),
        headers: {},
      })
    },
    remove: (path) => clear(dirname(files(path))),
    async removeFolder(path) {
      for (const places of [files, uploads]) {
        await clear(places(path))
      }
    },
    async sweepUploads(folders, before) {
      for (const one of folders) await sweep(uploads(one), before)
    },
    receiver: { receive: partWriter(partsOf) },
  }
}

/** Others may add files to the folder, or delete them, while it is being emptied. */
const clear = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })

const checksumHeaders = (checksum: Buffer) => ({
  'x-amz-checksum-sha256': checksum.toString('base64'),
  'x-amz-sdk-checksum-algorithm': 'SHA256',
})

/** Paths can't leave the folder. */
function placesIn(folder: string): (path: string) => string {
  const root = resolve(folder)
  return (path) => {
    const place = resolve(root, path)
    assert(place.startsWith(root + sep), 'a path stays within the storage')
    return place
  }
}

async function finish(
  folder: string,
  place: string,
  sent: readonly SentPart[],
): Promise<StoredObject | { readonly missing: number }> {
  const parts = sent.map(({ number, etag }) => ({ number, digest: digestIn(etag) }))
  const etag = etagOf(sent)
  const missing = await firstMissing(folder, parts)
  // A concurrent completion of the same upload may delete the parts at any moment.
  const whole =
    missing === null ? await putTogether(folder, place, parts).catch(unless('ENOENT', null)) : null
  if (whole === null) {
    const size = await sizeOf(place)
    return size === null ? { missing: missing ?? 1 } : { size, etag, ...unseen }
  }
  await clear(folder)
  if (whole.digest === null) return { size: whole.size, etag, ...unseen }
  const partDigests = parts.map(({ digest }) => Buffer.from(digest, 'hex'))
  return { ...whole, etag, version: null, partDigests }
}

/** The file existed already, with unknown parts. */
const unseen = { version: null, digest: null, partDigests: null }

interface StoredPart {
  readonly number: number
  /** As a path-safe hexadecimal string; empty when it is not a valid checksum. */
  readonly digest: string
}

const digestIn = (etag: string): string => (/^[0-9a-f]{64}$/.test(etag) ? etag : '')

const partName = ({ number, digest }: StoredPart): string => `${number}.${digest}`

const etagOf = (parts: readonly SentPart[]): string => {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first.etag
  const hash = createHash('sha256')
  for (const { etag } of parts) hash.update(etag, 'hex')
  return `${hash.digest('hex')}-${parts.length}`
}

async function firstMissing(folder: string, parts: readonly StoredPart[]): Promise<number | null> {
  const names = new Set(await namesIn(folder))
  return parts.find((part) => !names.has(partName(part)))?.number ?? null
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder)
    .catch(unless('ENOENT', [] as const))
    .then((names) => [...names])

/** The first to link the file into place wins; readers never see a partial file. */
async function putTogether(
  folder: string,
  place: string,
  parts: readonly StoredPart[],
): Promise<Pick<StoredObject, 'size' | 'digest'>> {
  const [first] = parts
  assert(first !== undefined, 'an upload has a part')
  const aside = join(folder, parts.length === 1 ? partName(first) : `whole-${newId('attempt')}`)
  const digest = parts.length === 1 ? first.digest : await copyTogether(folder, aside, parts)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const isFirst = await link(aside, place).then(() => true, unless('EEXIST', false))
  await ensureFolder(dirname(place))
  const size = (await stat(place)).size
  return { size, digest: isFirst ? Buffer.from(digest, 'hex') : null }
}

async function copyTogether(
  folder: string,
  aside: string,
  parts: readonly StoredPart[],
): Promise<string> {
  const file = await open(aside, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for (const part of parts) await append(file, hash, join(folder, partName(part)))
    await file.sync()
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

async function append(file: FileHandle, hash: Hash, from: string): Promise<void> {
  const chunks: AsyncIterable<Buffer> = createReadStream(from)
  for await (const chunk of chunks) {
    hash.update(chunk)
    await file.writeFile(chunk)
  }
}

/** Readers never see a partial file. */
async function write(place: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const aside = `${place}.${newId('attempt')}`
  await writeFile(aside, bytes, { mode: 0o600, flush: true })
  await rename(aside, place)
  await ensureFolder(dirname(place))
}

/** A file name survives a power loss once its folder is synced. */
async function ensureFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const sizeOf = (place: string): Promise<number | null> =>
  stat(place).then(({ size }) => size, unless('ENOENT', null))

/** `<organization>/<file>/<upload>` below it. */
async function sweep(folder: string, before: Date): Promise<void> {
  for (const organization of await namesIn(folder)) {
    for (const file of await namesIn(join(folder, organization))) {
      const place = join(folder, organization, file)
      const changedAt = await stat(place).then(({ mtime }) => mtime, unless('ENOENT', null))
      if (changedAt !== null && changedAt < before) {
        await clear(place)
      }
    }
  }
}
