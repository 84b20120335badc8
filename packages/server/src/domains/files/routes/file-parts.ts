import type { IncomingMessage } from 'node:http'
import * as contract from '@guildhall/contract/files/files'
import { fileId } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { RequestAborted } from '../../../platform/http/body.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { PartToSend } from '../../../platform/storage/object-storage.ts'
import { verifyLink } from '../../../platform/storage/signed-link.ts'
import type { FileParts } from '../actions/parts.ts'
import { uploadOf } from '../actions/upload-of.ts'
import { type FileRow, findFile } from '../store/files.ts'

const key = z.object({ organizationId, id: fileId })

/** Takes the bytes of a part, where files lie on the disk. The signature is the credential. */
export const filePartRoute = (parts: FileParts): EndpointRoute =>
  serve(contract.sendFilePart, async (call) => {
    const { params, query, headers, incoming } = call
    const { receiver } = parts.storage
    if (receiver === null) throw new Problem('not_found')
    const path = [params.service, params.organizationId, params.id, params.name].join('/')
    const permission = ['file part', path, params.number] as const
    const verdict = verifyLink(parts.keyring, query, permission, parts.clock.now())
    if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
    const file = await findFile(parts.workshop.database.kysely, z.parse(key, params))
    if (file === undefined || file.isUploaded) throw new Problem('not_found')
    const part = plannedPart(file, Number(params.number), headers)
    const received = await receiver.receive(uploadOf(file), part, bytesOf(incoming))
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

/** How long it is must be said before, so that whoever sends too much is told at once. */
function plannedPart(
  file: FileRow,
  number: number,
  headers: IncomingMessage['headers'],
): PartToSend {
  const { parts } = uploadOf(file)
  const planned = parts.find((part) => part.number === number)
  if (planned === undefined) throw new Problem('not_found')
  const bytes = planned.chunkEnd - planned.chunkStart
  if (Number(headers['content-length']) !== bytes) {
    throw new Problem('file_part_length_wrong', { size: bytes })
  }
  const promised = planned.checksumSha256Base64 ?? null
  const shown = headers['x-amz-checksum-sha256']?.toString() ?? promised
  if (shown === null) return { number, bytes, checksum: null }
  const checksum = Buffer.from(shown, 'base64')
  const isGood = checksum.length === 32 && (promised === null || promised === shown)
  if (!isGood) throw new Problem('file_part_checksum_wrong')
  return { number, bytes, checksum }
}

/** The request is left open, so that whoever broke off a part can still be answered. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw incoming.destroyed ? new RequestAborted('request aborted') : error
  }
}
