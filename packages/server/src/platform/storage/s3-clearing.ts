import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStorage } from './object-storage.ts'
import { unlessAway } from './s3-failures.ts'

export interface Bucket {
  readonly client: S3Client
  readonly Bucket: string
}

/** How a bucket is cleared: it has no folders, only names that begin alike. */
export const clearedBucket = (
  bucket: Bucket,
): Pick<ObjectStorage, 'removeFolder' | 'sweepUploads'> => ({
  async removeFolder(path) {
    await abortUploads(bucket, `${path}/`, () => true)
    await deleteObjects(bucket, `${path}/`)
  },
  async sweepUploads(folders, before) {
    for (const folder of folders) {
      await abortUploads(bucket, `${folder}/`, (begun) => begun !== undefined && begun < before)
    }
  },
})

async function deleteObjects({ client, Bucket }: Bucket, Prefix: string): Promise<void> {
  for (;;) {
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix })).catch(unlessAway)
    const Objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }))
    if (Objects.length === 0) return
    const Delete = { Objects, Quiet: true }
    await client.send(new DeleteObjectsCommand({ Bucket, Delete })).catch(unlessAway)
  }
}

async function abortUploads(
  { client, Bucket }: Bucket,
  Prefix: string,
  isMeant: (begun: Date | undefined) => boolean,
): Promise<void> {
  let from: Pick<ListMultipartUploadsCommandOutput, 'KeyMarker' | 'UploadIdMarker'> = {}
  for (;;) {
    const page = new ListMultipartUploadsCommand({ Bucket, Prefix, ...from })
    const listed = await client.send(page).catch(unlessAway)
    for (const { Key, UploadId, Initiated } of listed.Uploads ?? []) {
      if (!isMeant(Initiated)) continue
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await client.send(abort).catch(unlessAway)
    }
    if (listed.IsTruncated !== true) return
    from = { KeyMarker: listed.NextKeyMarker, UploadIdMarker: listed.NextUploadIdMarker }
  }
}
