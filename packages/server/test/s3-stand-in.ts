import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../src/platform/clock.ts'
import { completed, type StoredPart, type StoredUpload } from './s3-completion.ts'
import { type Keys, signatureFault } from './s3-signature.ts'

/** A bucket in memory with the S3 operations that the server uses. Checks every signature. */
export interface S3StandIn {
  readonly url: string
  readonly objects: Map<string, S3Object>
  readonly uploads: Map<string, StoredUpload>
  /** The error codes of refused requests, the oldest first. */
  readonly refused: string[]
  /** Answers every request with this status; null ends it. */
  fail(status: number | null): void
  readonly stop: () => Promise<void>
}

interface S3Object {
  bytes: Buffer
  readonly etag: string
  readonly type: string
  readonly disposition: string | null
}

interface StandInDeps {
  readonly bucket: string
  readonly keys: Keys
  readonly clock: Clock
}

interface S3Request {
  readonly request: IncomingMessage
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly now: Date
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

class Refusal extends Error {
  readonly status: number

  constructor(code: string, status: number) {
    super(code)
    this.status = status
  }
}

const refuse = (code: string, status = 400): never => {
  throw new Refusal(code, status)
}

export async function startS3StandIn({ bucket, keys, clock }: StandInDeps): Promise<S3StandIn> {
  const objects = new Map<string, S3Object>()
  const uploads = new Map<string, StoredUpload>()
  const refused: string[] = []
  let failing: number | null = null

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await bodyOf(request)
    if (failing !== null) return { status: failing }
    const [path = '', queryText = ''] = (request.url ?? '').split('?')
    const now = clock.now()
    const fault = signatureFault(request, body, { keys, now })
    if (fault !== null) return refuse(fault, 403)
    const [, root, ...rest] = path.split('/').map(decodeURIComponent)
    if (root !== bucket) return refuse('NoSuchBucket', 404)
    const call = { request, key: rest.join('/'), query: new URLSearchParams(queryText), body, now }
    return handle(call, { objects, uploads })
  }

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): Answer => {
        if (!(error instanceof Refusal)) throw error
        refused.push(error.message)
        const text = `<Error><Code>${error.message}</Code><Message>No.</Message></Error>`
        return { status: error.status, headers: { 'content-type': 'application/xml' }, body: text }
      })
      .then(
        (answered) => write(request, response, answered),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    objects,
    uploads,
    refused,
    fail: (status) => {
      failing = status
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function write(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers = {}, body = '' } = answer
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(request.method === 'HEAD' ? undefined : body)
}

interface Bucket {
  readonly objects: Map<string, S3Object>
  readonly uploads: Map<string, StoredUpload>
}

function handle(call: S3Request, bucket: Bucket): Answer {
  const { request, query } = call
  const uploadId = query.get('uploadId')
  switch (`${request.method} ${uploadId === null ? 'object' : 'upload'}`) {
    case 'POST object':
      return query.has('uploads') ? startUpload(call, bucket) : removeMany(call, bucket)
    case 'PUT object':
      return storeObject(call, bucket)
    case 'PUT upload':
      return storePart(call, uploadOf(bucket, call))
    case 'GET upload':
      return listParts(uploadOf(bucket, call))
    case 'POST upload':
      return complete(call, bucket)
    case 'DELETE upload':
      bucket.uploads.delete(uploadOf(bucket, call).id)
      return { status: 204 }
    case 'DELETE object':
      bucket.objects.delete(call.key)
      return { status: 204 }
    case 'GET object':
    case 'HEAD object':
      return call.key === '' ? list(call, bucket) : read(call, bucket)
    default:
      return refuse('MethodNotAllowed', 405)
  }
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

const xml = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function startUpload({ request, key, now }: S3Request, { uploads }: Bucket): Answer {
  const id = `upload+${uploads.size}/${md5(Buffer.from(key))}`
  const { headers } = request
  uploads.set(id, {
    id,
    key,
    startedAt: now,
    type: String(headers['content-type']),
    disposition: headers['content-disposition'] ?? null,
    algorithm: headers['x-amz-checksum-algorithm']?.toString() ?? null,
    parts: new Map(),
  })
  return xml(
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  )
}

function uploadOf({ uploads }: Bucket, { query, key }: S3Request): StoredUpload {
  const upload = uploads.get(query.get('uploadId') ?? '')
  return upload?.key === key ? upload : refuse('NoSuchUpload', 404)
}

/** Either all parts of an upload have a checksum or none. */
function storePart({ request, query, body }: S3Request, upload: StoredUpload): Answer {
  const announced = request.headers['x-amz-checksum-sha256']?.toString() ?? null
  if ((upload.algorithm === 'SHA256') !== (announced !== null)) return refuse('InvalidRequest')
  const checksum = createHash('sha256').update(body).digest('base64')
  if (announced !== null && announced !== checksum) return refuse('BadDigest')
  const part: StoredPart = { etag: md5(body), bytes: body, checksum: announced }
  upload.parts.set(Number(query.get('partNumber')), part)
  return { status: 200, headers: { etag: `"${part.etag}"` } }
}

function listParts({ parts }: StoredUpload): Answer {
  const listed = Array.from(
    parts,
    ([number, { etag }]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`,
  )
  return xml(`<ListPartsResult>${listed.join('')}</ListPartsResult>`)
}

function complete(call: S3Request, bucket: Bucket): Answer {
  const upload = uploadOf(bucket, call)
  const outcome = completed(upload, call.body.toString())
  if ('fault' in outcome) return refuse(outcome.fault)
  const { type, disposition } = upload
  const etag = `${md5(outcome.etags)}-${upload.parts.size}`
  bucket.objects.set(call.key, { bytes: outcome.bytes, etag, type, disposition })
  bucket.uploads.delete(upload.id)
  return xml(
    `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`,
  )
}

function storeObject({ request, key, body }: S3Request, { objects }: Bucket): Answer {
  const etag = md5(body)
  const type = String(request.headers['content-type'])
  objects.set(key, { bytes: body, etag, type, disposition: null })
  return { status: 200, headers: { etag: `"${etag}"` } }
}

function read({ request, key, query }: S3Request, { objects }: Bucket): Answer {
  const found = objects.get(key)
  if (found === undefined) return refuse('NoSuchKey', 404)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const isPart = first !== undefined && last !== undefined
  const body = isPart ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes
  const disposition = query.get('response-content-disposition') ?? found.disposition
  return {
    status: isPart ? 206 : 200,
    headers: {
      etag: `"${found.etag}"`,
      'content-type': query.get('response-content-type') ?? found.type,
      'cache-control': query.get('response-cache-control') ?? '',
      'x-amz-version-id': 'v1',
      ...(disposition !== null && { 'content-disposition': disposition }),
    },
    body,
  }
}

const pageMax = 2

function list({ query }: S3Request, { objects, uploads }: Bucket): Answer {
  const prefix = query.get('prefix') ?? ''
  if (query.get('list-type') === '2') {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, pageMax)
    const listed = keys.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`)
    return xml(`<ListBucketResult>${listed.join('')}</ListBucketResult>`)
  }
  if (!query.has('uploads')) return refuse('NotImplemented', 501)
  const after = query.get('upload-id-marker') ?? ''
  const all = [...uploads.values()].filter(({ key, id }) => key.startsWith(prefix) && id > after)
  const page = all.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, pageMax)
  const listed = page.map(
    ({ id, key, startedAt }) =>
      `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId>` +
      `<Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
  )
  const last = page.at(-1)
  return xml(
    `<ListMultipartUploadsResult>${listed.join('')}` +
      `<IsTruncated>${all.length > page.length}</IsTruncated>` +
      `<NextKeyMarker>${escaped(last?.key ?? '')}</NextKeyMarker>` +
      `<NextUploadIdMarker>${last?.id ?? ''}</NextUploadIdMarker></ListMultipartUploadsResult>`,
  )
}

function removeMany({ request, query, body }: S3Request, { objects }: Bucket): Answer {
  if (!query.has('delete')) return refuse('NotImplemented', 501)
  const { headers } = request
  const isChecked = headers['content-md5'] ?? headers['x-amz-checksum-crc32']
  if (isChecked === undefined) return refuse('InvalidRequest')
  for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) {
    objects.delete(key.replaceAll('&lt;', '<').replaceAll('&amp;', '&'))
  }
  return xml('<DeleteResult></DeleteResult>')
}
