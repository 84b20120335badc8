import type { SourceFile } from './source-files.ts'

// A small tree without faults, in which tests plant one at a time.
export const soundTree: readonly SourceFile[] = Object.entries({
  'packages/contract/src/primitives.ts': "import * as z from 'zod/mini'\n",
  'packages/contract/src/catalog.ts': "import { id } from './primitives.ts'\n",
  'packages/server/src/kernel/assert.ts': 'export const assert = () => true\n',
  'packages/server/src/kernel/money.ts':
    "import type { Id } from '@guildhall/contract/primitives'\nimport { assert } from './assert.ts'\n",
  'packages/server/src/platform/clock.ts': 'export const systemClock = { now: () => new Date() }\n',
  'packages/server/src/platform/outbox/record.ts': 'export const record = 1\n',
  'packages/server/src/platform/unit-of-work.ts':
    "import pg from 'pg'\nimport { record } from './outbox/record.ts'\n",
  'packages/server/src/domains/identity/README.md': readme('identity'),
  'packages/server/src/domains/identity/door.ts': "export { rename } from './actions.ts'\n",
  'packages/server/src/domains/identity/actions.ts': "import { user } from './store.ts'\n",
  'packages/server/src/domains/identity/store.ts': 'export const user = 1\n',
  'packages/server/src/domains/orders/README.md': readme('orders'),
  'packages/server/src/domains/orders/door.ts': "export { place } from './actions/place.ts'\n",
  'packages/server/src/domains/orders/rules/price.ts':
    "import { assert } from '../../../kernel/assert.ts'\nimport { total } from './total.ts'\n",
  'packages/server/src/domains/orders/rules/total.ts': 'export const total = 1\n',
  'packages/server/src/domains/orders/messages.ts': 'export const thanks = 1\n',
  'packages/server/src/domains/orders/store.ts':
    "import { total } from './rules/total.ts'\nimport pg from 'pg'\n",
  'packages/server/src/domains/orders/actions/place.ts':
    "import { rename } from '../../identity/actions.ts'\nimport { total } from '../store.ts'\n",
  'packages/server/src/domains/orders/routes.ts': "import { place } from './actions/place.ts'\n",
  'packages/server/src/domains/orders/jobs.ts': "import { place } from './actions/place.ts'\n",
  'packages/server/src/domains/webhooks/README.md': readme('webhooks'),
  'packages/server/src/domains/webhooks/jobs.ts': 'export const deliver = 1\n',
  'packages/server/src/app/http.ts':
    "import { routes } from '../domains/orders/routes.ts'\nimport { place } from '../domains/orders/actions/place.ts'\nimport { work } from '../platform/unit-of-work.ts'\n",
  'packages/server/src/main.ts': "import { http } from './app/http.ts'\n",
  'packages/server/test/clean.ts': "import { work } from '../src/platform/unit-of-work.ts'\n",
  'packages/web/src/entries/app.tsx':
    "import '#/styles/app.css'\nimport { Page } from '#/routes/$slug.tsx'\n",
  'packages/web/src/routes/$slug.tsx': "import { Orders } from '#/features/orders/panel.tsx'\n",
  'packages/web/src/features/orders/panel.tsx':
    "import { Button } from '#/ui/button.tsx'\nimport { rows } from './queries.ts'\nimport { name } from '#/entities/customer/customer-name.ts'\n",
  'packages/web/src/features/orders/queries.ts': "import * as z from 'zod/mini'\n",
  'packages/web/src/features/catalog/panel.tsx': "import { Button } from '#/ui/button.tsx'\n",
  'packages/web/src/entities/customer/customer-name.ts':
    "import { role } from '#/entities/organization/role.ts'\nimport { Button } from '#/ui/button.tsx'\n",
  'packages/web/src/entities/product/product-cell.tsx':
    "import { format } from '#/lib/format.ts'\n",
  'packages/web/src/entities/organization/role.ts': 'export const role = 1\n',
  'packages/web/src/ui/button.tsx': "import { format } from '#/lib/format.ts'\n",
  'packages/web/src/lib/format.ts': "import { id } from '@guildhall/contract/primitives'\n",
  'packages/web/src/styles/app.css': 'body {}\n',
}).map(([path, text]) => ({ path, text }))

// The tree with one file added or replaced.
export const planted = (path: string, text: string): SourceFile[] => [
  ...soundTree.filter((file) => file.path !== path),
  { path, text },
]

function readme(domain: string): string {
  return `# ${domain}\n\n## Owns\n\n## Does not own\n\n## Invariants\n\n## Neighbours\n`
}
