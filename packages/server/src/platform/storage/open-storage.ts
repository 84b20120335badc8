import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { diskStorage } from './disk.ts'
import type { ObjectStorage } from './object-storage.ts'

interface StorageDeps {
  readonly config: Pick<Config, 'server' | 'storage'>
  readonly keyring: Keyring
  readonly clock: Clock
}

/** Opens the configured storage. The S3 client is loaded only for a bucket. */
export async function openObjectStorage(parts: StorageDeps): Promise<ObjectStorage> {
  const { server, storage } = parts.config
  const { bucket } = storage
  if (bucket === null) {
    return diskStorage({ folder: server.data, url: server.url, keyring: parts.keyring })
  }
  const { s3Storage } = await import('./s3.ts')
  return s3Storage({ ...storage, bucket }, parts.clock)
}
