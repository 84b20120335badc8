import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '../src/kernel/assert.ts'
import { findProgram, runProgram } from './run-program.ts'

export const hasNginx = findProgram('nginx') !== null

export interface Nginx {
  readonly stop: () => Promise<void>
}

interface Balanced {
  readonly port: number
  /** The ports of the processes that it leads to. */
  readonly processes: readonly number[]
}

const runbook = new URL('../../../docs/runbooks/many-processes.md', import.meta.url)

/** With the configuration of the runbook, but without a certificate. */
export async function startNginx({ port, processes }: Balanced): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-nginx-'))
  // As root it serves as another user.
  await chmod(folder, 0o777)
  const [, published] = /```nginx\n(.*?)```/s.exec(await readFile(runbook, 'utf8')) ?? []
  assert(published !== undefined, 'the runbook has a configuration')
  const [server, parameters] = /server 127\.0\.0\.1:\d+(.*?;)/.exec(published) ?? []
  assert(server !== undefined, 'it names processes')
  const servers = processes.map((one) => `server 127.0.0.1:${one}${parameters}`).join(' ')
  const adapted = published
    .replaceAll(/ *server 127\.0\.0\.1:\d+.*\n/g, '')
    .replace('upstream guildhall {', `upstream guildhall { ${servers}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ *ssl_\w+ .*;\n/g, '')
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configurationOf(folder, adapted))
  const running = await runProgram({ name: 'nginx', args: ['-p', folder, '-c', file], port })
  return {
    stop: async () => {
      await running.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configurationOf = (folder: string, sites: string): string => `
  daemon off;
  worker_processes 1;
  pid ${folder}/nginx.pid;
  error_log stderr error;
  events { worker_connections 1024; }
  http {
    access_log off;
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
    ${sites}
  }`
