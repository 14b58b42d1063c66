import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { MaydayError } from '../../errors.ts'
import { explainDisk } from '../../record/disk-error.ts'
import { askPerson } from './ask-person.ts'
import { boundedText } from './bounded.ts'
import { explain } from './explain.ts'
import { PipeTransport } from './pipe-transport.ts'
import { reportFailure } from './report-failure.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'
import { whatWasTried } from './what-was-tried.ts'

const tools = [whatWasTried, explain, reportFailure, askPerson]

const INSTRUCTIONS =
  'Mayday knows what failed in this project before. Call what_was_tried before you begin and when you are stuck. Call explain for the output of a failed command. Call ask_person for a decision that is not yours. Call report_failure if you cannot complete the task.'

type Served = ConstructorParameters<typeof PipeTransport>[0] & { readonly version: string }

/** Serves one client until it closes the input. */
export async function serveMcp({ version, ...pipe }: Served): Promise<void> {
  const server = new Server(
    { name: 'mayday', title: 'Mayday', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  const transport = new PipeTransport(pipe)
  answerTools(server, transport.ended)
  answerResources(server)
  await server.connect(transport)
  await transport.serve()
}

function answerTools(server: Server, ended: AbortSignal): void {
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ call: _, ...listed }) => listed),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const found = tools.find(({ name }) => name === params.name)
    if (found === undefined) throw invalid(`There is no tool '${params.name}'. Known: ${toolNames()}.`)
    return guarded(() => found.call(params.arguments, AbortSignal.any([mcpReq.signal, ended])))
  })
}

const toolNames = (): string => tools.map(({ name }) => name).join(', ')

function answerResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await guarded(() => readResource(uri))
    if (found === null)
      throw invalid(
        `There is no resource '${uri}'. Known: mayday://runs, mayday://runs/N, mayday://reasons, mayday://reasons/NAME.`,
      )
    return { contents: [found] }
  })
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, boundedText(message))

/** The message of an unexpected error may contain anything. The client gets it redacted. */
async function guarded<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (thrown) {
    const error = explainDisk(thrown)
    if (error instanceof MaydayError) throw invalid(error.message)
    const message = error instanceof Error ? error.message : String(error)
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      boundedText(`Mayday has a bug, please report it: ${message}`),
    )
  }
}
