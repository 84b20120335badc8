import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('files are stored in the data folder without a bucket', () => {
  expect(readConfig({})).toMatchObject({ storage: { bucket: null, fileMegabytesMax: 1024 } })
})

it('a bucket is read with all its settings', () => {
  const env = {
    S3_BUCKET: 'shop-files',
    S3_ACCESS_KEY_ID: 'AKID',
    S3_SECRET_ACCESS_KEY: 'secret/+',
    S3_FORCE_PATH_STYLE: 'on',
    GUILDHALL_FILE_MEGABYTES_MAX: '5',
  }
  const storage = {
    bucket: 'shop-files',
    region: 'us-east-1',
    endpoint: null,
    accessKeyId: 'AKID',
    secretAccessKey: 'secret/+',
    forcePathStyle: true,
    fileMegabytesMax: 5,
    organizationMegabytesMax: 10_240,
  }
  expect(readConfig(env)).toMatchObject({ storage })
})

it.each<[Record<string, string>, string[]]>([
  [
    { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' },
    ['S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID needs it'],
  ],
  [
    { GUILDHALL_FILE_MEGABYTES_MAX: '0', GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX: '1 GB' },
    [
      'GUILDHALL_FILE_MEGABYTES_MAX must be a whole number from 1 to 5242880, not 0',
      'GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX must be a whole number from 1 to 1000000000, not 1 GB',
    ],
  ],
])('an invalid %j stops the start', (env, faults) => {
  expect(readConfig(env)).toEqual({ faults })
})
