import manifest from '../package.json' with { type: 'json' }
import { remoteCommands } from './app/command-line/remote-commands.ts'
import { runCommands } from './app/command-line/run-commands.ts'
import { withRunningUrl } from './app/running-url.ts'

// The command line of machines without a server.

await runCommands(remoteCommands(withRunningUrl(process.env)), manifest.version)
