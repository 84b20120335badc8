import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStorage } from './object-storage.ts'
import { throwAsUnavailable } from './s3-failures.ts'

export interface Bucket {
  readonly client: S3Client
  readonly Bucket: string
}

/** Deletes from a bucket by name prefix, since it has no folders. */
export const clearedBucket = (
  bucket: Bucket,
): Pick<ObjectStorage, 'removeFolder' | 'sweepUploads'> => ({
  async removeFolder(path) {
    await abortUploads(bucket, `${path}/`, () => true)
    await deleteObjects(bucket, `${path}/`)
  },
  async sweepUploads(folders, before) {
    for (const folder of folders) {
      await abortUploads(
        bucket,
        `${folder}/`,
        (startedAt) => startedAt !== undefined && startedAt < before,
      )
    }
  },
})

async function deleteObjects({ client, Bucket }: Bucket, Prefix: string): Promise<void> {
  for (;;) {
    const listed = await client
      .send(new ListObjectsV2Command({ Bucket, Prefix }))
      .catch(throwAsUnavailable)
    const Objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }))
    if (Objects.length === 0) return
    const Delete = { Objects, Quiet: true }
    await client.send(new DeleteObjectsCommand({ Bucket, Delete })).catch(throwAsUnavailable)
  }
}

async function abortUploads(
  { client, Bucket }: Bucket,
  Prefix: string,
  matches: (startedAt: Date | undefined) => boolean,
): Promise<void> {
  let from: Pick<ListMultipartUploadsCommandOutput, 'KeyMarker' | 'UploadIdMarker'> = {}
  for (;;) {
    const page = new ListMultipartUploadsCommand({ Bucket, Prefix, ...from })
    const listed = await client.send(page).catch(throwAsUnavailable)
    for (const { Key, UploadId, Initiated } of listed.Uploads ?? []) {
      if (!matches(Initiated)) continue
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await client.send(abort).catch(throwAsUnavailable)
    }
    if (listed.IsTruncated !== true) return
    from = { KeyMarker: listed.NextKeyMarker, UploadIdMarker: listed.NextUploadIdMarker }
  }
}
