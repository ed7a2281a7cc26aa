/** `/mcp`: the Model Context Protocol over streamable HTTP, without sessions: each message is a call. */
import { errorBody } from '../errors/errorBody.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { anything, open, Type, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { hasProgramAccess, isOn } from '../programs/programAccess.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { sayFor } from './describeEntity.ts';
import type { Told } from './draftChange.ts';
import { innerCalls, type Serve } from './innerCall.ts';
import { runTool, type Tool, toolsOf } from './mcpTools.ts';

/** One message: batches are no longer part of the protocol. */
const message = open({ jsonrpc: text, method: Type.Optional(text), params: Type.Optional(anything) });
const limit = 256 * 1024;
const toolsPerPage = 100;

/** None where the declarations cannot keep whether it is on. */
export function mcpEndpoints(runtime: Runtime, serve: Serve): readonly Endpoint[] {
  if (!hasProgramAccess(runtime)) return [];
  const own: Endpoint = {
    ...{ method: 'POST', path: '/mcp', ids: [], isForKeys: true, isOwnPagesOnly: true },
    access: { kind: 'feature', anyOf: ['Assistant.Use'] },
    opens: async () => {
      // Read without the caller's row access, which may close everything but some records.
      if (!(await isOn(runtime.store, 'mcp'))) throw refusals.programAccessOff({ params: { name: 'MCP' } });
    },
    ...taking(message, (call, body) => answer(call, serve, body), { limit, isProtocol: true }),
  };
  return [own];
}

async function answer(call: ApiCall, serve: Serve, body: unknown): Promise<Response> {
  const { Server, Transport } = await loadSdk();
  const server = new Server(
    { name: 'formwright', version: call.runtime.model.version.slice(0, 40) },
    { capabilities: { tools: {} }, instructions: sayFor(call)('mcp.instructions') },
  );
  await offerTools(server, call, toolsOf(call, innerCalls(call, serve)));
  const transport = new Transport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await inBothShapes(call, await transport.handleRequest(call.request, { parsedBody: body }));
  } finally {
    await server.close();
  }
}

/** What the protocol refuses, such as an Accept header, is told in the shape of every other refusal too. */
async function inBothShapes(call: ApiCall, answered: Response): Promise<Response> {
  if (answered.status < 400) return answered;
  const told = (await answered.json().catch(() => ({}))) as {
    readonly error?: { readonly message?: string };
  };
  const reason = told.error?.message ?? '';
  const refusal = new Refusal('validation', 'mcp.refused', { params: { reason } });
  const saying = { model: call.runtime.model, locale: call.locale };
  const body = { ...told, ...(await new WorkBudget().run(errorBody(refusal, saying))) };
  return Response.json(body, { status: answered.status });
}

/** Loaded with the first call: most servers never need it. */
async function loadSdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ]);
  return { Server, Transport };
}

type Server = InstanceType<Awaited<ReturnType<typeof loadSdk>>['Server']>;

async function offerTools(server: Server, call: ApiCall, tools: readonly Tool[]): Promise<void> {
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = await import(
    '@modelcontextprotocol/sdk/types.js'
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = /^\d{1,5}$/.test(params?.cursor ?? '') ? Number(params?.cursor) : 0;
    const next = from + toolsPerPage;
    return {
      tools: tools.slice(from, next).map(({ name, title, description, schema, isWrite = false }) => ({
        ...{ name, title, description, inputSchema: { type: 'object' as const, ...schema } },
        annotations: {
          readOnlyHint: !isWrite,
          destructiveHint: isWrite,
          idempotentHint: true,
          openWorldHint: false,
        },
      })),
      ...(next < tools.length && { nextCursor: String(next) }),
    };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 60)}`);
    return contentOf(await told(call, tool, params.arguments));
  });
}

/** Refusals are told to the assistant, in words; other errors only to the log. */
async function told(call: ApiCall, tool: Tool, given: unknown): Promise<Told> {
  try {
    return await runTool(tool, given);
  } catch (error) {
    const trace = call.ports.newId();
    if (!(error instanceof Refusal)) call.ports.log.error({ err: error, trace, tool: tool.name }, 'failed');
    const refusal = error instanceof Refusal ? error : refusals.internal({ params: { trace } });
    const saying = { model: call.runtime.model, locale: call.locale };
    return { body: { ...(await new WorkBudget().run(errorBody(refusal, saying))) }, isError: true };
  }
}

/** As data: what records say reaches an assistant only as values of JSON. */
function contentOf({ body, isError = false }: Told) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(body) }],
    structuredContent: body,
    isError,
  };
}
