import type { IncomingMessage } from 'node:http'
import * as contract from '@guildhall/contract/files/files'
import { fileId } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { RequestAborted } from '../../../platform/http/body.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { PartToSend } from '../../../platform/storage/object-storage.ts'
import { verifyLink } from '../../../platform/storage/signed-link.ts'
import type { FileDeps } from '../actions/deps.ts'
import { type FileRow, findFile, plannedUpload } from '../store/files.ts'

const key = z.object({ organizationId, id: fileId })

/** Receives a part if files are stored on disk. The signature is the only credential. */
export const filePartRoute = (deps: FileDeps): OperationRoute =>
  serve(contract.sendFilePart, async (call) => {
    const { params, query, headers, incoming } = call
    const { receiver } = deps.storage
    if (receiver === null) throw new Problem('not_found')
    const path = [params.service, params.organizationId, params.id, params.name].join('/')
    const permission = ['file part', path, params.number] as const
    const verdict = verifyLink(deps.keyring, query, permission, deps.clock.now())
    if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
    const file = await findFile(deps.uowFactory.database.kysely, z.parse(key, params))
    if (file === undefined || file.isUploaded) throw new Problem('not_found')
    const part = plannedPart(file, Number(params.number), headers)
    const received = await receiver.receive(plannedUpload(file), part, bytesOf(incoming))
    if ('fault' in received) throw refusalOf(received.fault, part)
    call.setHeader('etag', `"${received.etag}"`)
  })

function refusalOf(fault: 'length' | 'checksum' | 'over', { bytes }: PartToSend): Problem {
  switch (fault) {
    case 'length':
      return new Problem('file_part_length_wrong', { size: bytes })
    case 'checksum':
      return new Problem('file_part_checksum_wrong')
    default:
      return new Problem('not_found')
  }
}

/** Requires the length in advance, so that a wrong length is refused before the body is read. */
function plannedPart(
  file: FileRow,
  number: number,
  headers: IncomingMessage['headers'],
): PartToSend {
  const { parts } = plannedUpload(file)
  const planned = parts.find((part) => part.number === number)
  if (planned === undefined) throw new Problem('not_found')
  const bytes = planned.chunkEnd - planned.chunkStart
  if (Number(headers['content-length']) !== bytes) {
    throw new Problem('file_part_length_wrong', { size: bytes })
  }
  const announced = planned.checksumSha256Base64 ?? null
  const given = headers['x-amz-checksum-sha256']?.toString() ?? announced
  if (given === null) return { number, bytes, checksum: null }
  const checksum = Buffer.from(given, 'base64')
  const isValid = checksum.length === 32 && (announced === null || announced === given)
  if (!isValid) throw new Problem('file_part_checksum_wrong')
  return { number, bytes, checksum }
}

/** Leaves the request open, so that a refusal can still be answered. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw incoming.destroyed ? new RequestAborted('request aborted') : error
  }
}
