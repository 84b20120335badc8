import { Readable } from 'node:stream'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import type { FileDeps } from '../actions/deps.ts'
import { pictureName, picturePlace, picturesPath, pictureTypes } from '../rules/picture.ts'
import { findShownPicture } from '../store/pictures.ts'
import { inertHeaders, matchesEtag } from './file-bytes.ts'

const pictureId = id('picture')

/** Serves profile pictures and logos to anyone. */
export const pictureBytesRoute = ({ uowFactory, storage }: FileDeps): PageRoute => ({
  method: 'GET',
  path: `${picturesPath}/:name`,
  async answer({ headers: sent, method }, [name = '']) {
    const asked = z.safeParse(pictureId, name.split('.')[0])
    if (!asked.success) throw new Problem('not_found')
    const picture = await findShownPicture(uowFactory.database.kysely, asked.data)
    if (picture === undefined || pictureName(picture) !== name) throw new Problem('not_found')
    const etag = `"${picture.id}"`
    const headers = { ...headersOf(pictureTypes[picture.format]), etag }
    if (matchesEtag(sent['if-none-match'], etag)) return directAnswer(304, headers, null)
    const bytes = method === 'HEAD' ? Readable.from([]) : await storage.read(picturePlace(picture))
    if (bytes === null) throw new Problem('not_found')
    return directAnswer(200, { ...headers, 'content-length': String(picture.size) }, bytes)
  },
})

const daySeconds = 86_400

/** Not longer, because a removed picture should disappear from caches, too. */
const headersOf = (mimeType: string) => ({
  ...inertHeaders(mimeType),
  'cache-control': `public, max-age=${daySeconds}`,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
})
