import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../clock.ts'
import type { SettingValues } from '../config/settings.ts'
import type { ObjectStorage, SentPart, StoredObject, Upload } from './object-storage.ts'
import { type Bucket, clearedBucket } from './s3-clearing.ts'
import { nameOf, throwAsUnavailable } from './s3-failures.ts'

type S3Settings = SettingValues['storage'] & { readonly bucket: string }

/** Files in a bucket: clients upload and download directly, by links that this server signs. */
export function s3Storage(settings: S3Settings, clock: Clock): ObjectStorage {
  const client = clientOf(settings)
  const bucket = { client, Bucket: settings.bucket }
  const signed = signerOf(bucket, clock)
  return {
    ...clearedBucket(bucket),
    async beginUpload({ path, mimeType, disposition, hasChecksums }) {
      const creation = new CreateMultipartUploadCommand({
        Bucket: bucket.Bucket,
        Key: path,
        ContentType: mimeType,
        ...(disposition !== null && { ContentDisposition: disposition }),
        ...(hasChecksums && { ChecksumAlgorithm: 'SHA256' }),
      })
      const { UploadId } = await client.send(creation).catch(throwAsUnavailable)
      assert(UploadId !== undefined, 'a new upload has an id')
      return UploadId
    },
    partLink: signed.part,
    downloadLink: signed.download,
    finishUpload: (upload, parts) => finish(bucket, upload, parts),
    async abandonUpload({ path, uploadId }) {
      const abandon = { Bucket: bucket.Bucket, Key: path, UploadId: uploadId }
      await client
        .send(new AbortMultipartUploadCommand(abandon))
        .catch(nullIfMissing)
        .catch(throwAsUnavailable)
    },
    async put({ path, mimeType, bytes }) {
      const object = { Bucket: bucket.Bucket, Key: path, ContentType: mimeType, Body: bytes }
      await client.send(new PutObjectCommand(object)).catch(throwAsUnavailable)
    },
    async read(path, range) {
      const bytes = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }
      const wanted = new GetObjectCommand({ Bucket: bucket.Bucket, Key: path, ...bytes })
      const found = await client.send(wanted).catch(nullIfMissing).catch(throwAsUnavailable)
      return found?.Body === undefined ? null : readableOf(found.Body)
    },
    async remove(path) {
      const unwanted = { Bucket: bucket.Bucket, Key: path }
      await client.send(new DeleteObjectCommand(unwanted)).catch(throwAsUnavailable)
    },
    receiver: null,
  }
}

/** Signs links to parts without a checksum of the empty body. */
function clientOf({ region, endpoint, forcePathStyle, ...keys }: S3Settings): S3Client {
  const { accessKeyId, secretAccessKey } = keys
  return new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint }),
    ...(accessKeyId !== null &&
      secretAccessKey !== null && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: { connectionTimeout: connectionMilliseconds, socketTimeout: idleMilliseconds },
  })
}

const connectionMilliseconds = 5_000
const idleMilliseconds = 60_000

function signerOf({ client, Bucket }: Bucket, clock: Clock) {
  const from = (expiresAt: Date) => {
    const signingDate = clock.now()
    const expiresIn = Math.ceil((expiresAt.getTime() - signingDate.getTime()) / 1000)
    return { signingDate, expiresIn }
  }
  const part: ObjectStorage['partLink'] = async (
    upload,
    { number, bytes, checksum },
    expiresAt,
  ) => {
    const digest = checksum?.toString('base64')
    const command = new UploadPartCommand({
      Bucket,
      Key: upload.path,
      UploadId: upload.uploadId,
      PartNumber: number,
      ContentLength: bytes,
      ...(digest !== undefined && { ChecksumSHA256: digest, ChecksumAlgorithm: 'SHA256' }),
    })
    const unhoistableHeaders = new Set(checksumNames)
    const url = await getSignedUrl(client, command, { ...from(expiresAt), unhoistableHeaders })
    const headers: Record<string, string> =
      digest === undefined ? {} : { [checksumNames[0]]: digest, [checksumNames[1]]: 'SHA256' }
    return { url, headers }
  }
  const download: ObjectStorage['downloadLink'] = async ({ method, expiresAt, ...wanted }) => {
    const object = {
      Bucket,
      Key: wanted.path,
      ResponseContentType: wanted.mimeType,
      ResponseContentDisposition: wanted.disposition,
      ResponseCacheControl: 'private, no-store',
    }
    const command = method === 'HEAD' ? new HeadObjectCommand(object) : new GetObjectCommand(object)
    return { url: await getSignedUrl(client, command, from(expiresAt)), headers: {} }
  }
  return { part, download }
}

const checksumNames = ['x-amz-checksum-sha256', 'x-amz-sdk-checksum-algorithm'] as const

async function finish(
  bucket: Bucket,
  upload: Upload,
  parts: readonly SentPart[],
): Promise<StoredObject | { readonly missing: number }> {
  const { client, Bucket } = bucket
  const completion = new CompleteMultipartUploadCommand({
    Bucket,
    Key: upload.path,
    UploadId: upload.uploadId,
    MultipartUpload: { Parts: parts.map(asPart) },
  })
  const outcome = await client
    .send(completion)
    .then(
      () => 'finished' as const,
      (error: unknown) => refusedAs(error),
    )
    .catch(throwAsUnavailable)
  if (outcome === 'missing') return { missing: await firstMissing(bucket, upload, parts) }
  const found = await client
    .send(new HeadObjectCommand({ Bucket, Key: upload.path }))
    .catch(nullIfMissing)
    .catch(throwAsUnavailable)
  if (found === null) return { missing: 1 }
  const digests = parts.flatMap(({ checksum }) => (checksum === null ? [] : [checksum]))
  // S3 verifies the checksums it is given, but only when it joins the parts.
  const isVouched = outcome === 'finished' && digests.length === parts.length
  return {
    size: found.ContentLength ?? 0,
    etag: bare(found.ETag ?? ''),
    version: found.VersionId ?? null,
    digest: isVouched && digests.length === 1 ? (digests[0] ?? null) : null,
    partDigests: isVouched ? digests : null,
  }
}

const asPart = ({ number, etag, checksum }: SentPart) => ({
  PartNumber: number,
  ETag: `"${etag}"`,
  ...(checksum !== null && { ChecksumSHA256: checksum.toString('base64') }),
})

const bare = (etag: string): string => etag.replaceAll('"', '')

/** An unknown upload was completed or aborted before: the object shows which. */
function refusedAs(error: unknown): 'missing' | 'over' {
  const name = nameOf(error)
  if (name === 'NoSuchUpload') return 'over'
  if (partFaults.has(name)) return 'missing'
  throw error
}

const partFaults = new Set([
  'InvalidPart',
  'InvalidPartOrder',
  'EntityTooSmall',
  'BadDigest',
  'InvalidRequest',
  'MalformedXML',
])

/** S3 implementations report the invalid part in different words. */
async function firstMissing(
  { client, Bucket }: Bucket,
  { path, uploadId }: Upload,
  parts: readonly SentPart[],
): Promise<number> {
  const listing = new ListPartsCommand({ Bucket, Key: path, UploadId: uploadId })
  const listed = await client.send(listing).catch(throwAsUnavailable)
  const there = new Map(
    (listed.Parts ?? []).map(({ PartNumber, ETag }) => [PartNumber, bare(ETag ?? '')]),
  )
  const missing = parts.find(({ number, etag }) => there.get(number) !== etag)
  return missing?.number ?? 1
}

function nullIfMissing(error: unknown): null {
  if (['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(nameOf(error))) return null
  throw error
}

function readableOf(body: object): Readable {
  assert(isReadable(body), 'on a server the bytes come as a stream')
  return body
}

const isReadable = (body: object): body is Readable => 'pipe' in body && 'destroy' in body
