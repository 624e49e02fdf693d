// agent.d.ts
import type { BaseMessage } from "@langchain/core/messages";
import type { AgentBlueprint, ResolvedAgent } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { RunEventBody } from "./run-event.js";
import type { InheritedState } from "./thread-state.js";
import type { StopReason, TokenUsage } from "./usage.js";
export interface RunInfo {
    readonly id: string;
    readonly threadId: string;
    readonly workspace?: string | undefined;
    readonly maxConcurrentTasks?: number | undefined;
}
export interface AgentControl {
    conclude(reason: StopReason): void;
    note(reason: StopReason): void;
    readonly stopReason: StopReason | undefined;
    readonly concluding: boolean;
    readonly turns: number;
    readonly usage: TokenUsage;
}
export interface AgentContext {
    readonly run: RunInfo;
    readonly agent: ResolvedAgent;
    readonly signal: AbortSignal;
    readonly emit: (event: RunEventBody) => void;
    readonly spend: (usage: TokenUsage) => void;
    readonly control: AgentControl;
}
export declare function agentContextOf(runtime: {
    readonly context?: unknown;
}): AgentContext;
export interface AgentInput {
    readonly text: string;
    readonly inherited?: InheritedState;
}
export type AgentStep = {
    readonly type: "text_delta";
    readonly text: string;
} | {
    readonly type: "messages";
    readonly messages: readonly BaseMessage[];
};
export interface AgentResult {
    readonly messages: readonly BaseMessage[];
    readonly stopReason: StopReason | undefined;
    readonly turns: number;
    readonly usage: TokenUsage;
}
export interface Agent {
    run(input: AgentInput): AsyncGenerator<AgentStep, AgentResult, void>;
}
export interface AgentScope {
    readonly report?: (spent: {
        readonly turns: number;
        readonly usage: TokenUsage;
    }) => void;
    readonly run: RunInfo;
    readonly signal: AbortSignal;
    readonly emit: (event: RunEventBody) => void;
    readonly spend: (usage: TokenUsage) => void;
}
export interface AgentFactory extends Contribution {
    resolve(blueprint: AgentBlueprint): Promise<ResolvedAgent>;
    create(agent: ResolvedAgent, scope: AgentScope): Promise<Agent>;
}

// allowlist.d.ts
export type Allowlist = "all" | readonly string[];
export declare function formatAllowlist(list: Allowlist): string;

// antler-error.d.ts
import type { SourcePosition } from "./source-position.js";
export type ErrorCode = `ANTLER_${string}`;
export interface AntlerErrorInit {
    readonly code: ErrorCode;
    readonly message: string;
    readonly hint?: string | undefined;
    readonly plugin?: string | undefined;
    readonly position?: SourcePosition | undefined;
    readonly cause?: unknown;
}
export declare class AntlerError extends Error {
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    readonly plugin: string | undefined;
    readonly position: SourcePosition | undefined;
    constructor(init: AntlerErrorInit);
}
export declare function isAntlerError(error: unknown, code?: ErrorCode): error is AntlerError;
export declare function errorText(thrown: unknown): string;

// blueprint.d.ts
import type { Allowlist } from "./allowlist.js";
import type { LoadedSkill } from "./skill.js";
import type { SourcePosition } from "./source-position.js";
import type { ProvidedTool, ToolDecision } from "./tool.js";
import type { Warning } from "./warning.js";
export interface AgentBlueprint {
    readonly role: "lead" | "subagent";
    readonly name: string;
    readonly runId: string;
    readonly threadId: string;
    readonly taskId?: string;
    readonly model: string;
    readonly systemPrompt: string | null;
    readonly toolGroups: Allowlist;
    readonly inheritedDenials?: readonly InheritedDenial[];
    readonly tools: Allowlist;
    readonly disallowedTools: readonly string[];
    readonly skills: Allowlist;
    readonly maxTurns: number | null;
    readonly tokenBudget: number | null;
    readonly maxConcurrentTasks?: number;
    readonly finalTurn: boolean;
    readonly offline?: boolean;
    readonly sources: Readonly<Partial<Record<BlueprintRule, SourcePosition>>>;
    readonly entrySources?: Readonly<Partial<Record<BlueprintList, readonly SourcePosition[]>>>;
}
export type BlueprintList = "toolGroups" | "tools" | "disallowedTools";
export type BlueprintRule = "model" | "systemPrompt" | "toolGroups" | "tools" | "disallowedTools" | "skills" | "maxTurns";
export interface InheritedDenial {
    readonly agent: string;
    readonly tools: readonly string[];
    readonly source?: SourcePosition | undefined;
    readonly entrySources?: readonly SourcePosition[] | undefined;
}
export declare function denialsBelow(parent: AgentBlueprint): readonly InheritedDenial[];
export interface AgentProfile {
    readonly blueprint: AgentBlueprint;
    readonly skills: readonly LoadedSkill[];
}
export interface ResolvedAgent extends AgentProfile {
    readonly tools: readonly ProvidedTool[];
    readonly decisions: readonly ToolDecision[];
    readonly deferred: readonly string[];
    readonly systemMessage: string | null;
    readonly warnings: readonly Warning[];
}

// extension-point.d.ts
export interface Contribution {
    readonly name: string;
}
export interface ExtensionPoint<T extends Contribution> {
    readonly id: string;
    readonly token: symbol;
    readonly use: "all" | "one";
    readonly "~contribution"?: (value: T) => T;
}
export declare function defineExtensionPoint<T extends Contribution>(id: string, use: "all" | "one"): ExtensionPoint<T>;

// extension-points.d.ts
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { AgentFactory } from "./agent.js";
import { type Contribution, type ExtensionPoint } from "./extension-point.js";
import type { HostedSandboxes } from "./hosted-sandbox.js";
import type { Awaitable } from "./json.js";
import type { MiddlewareFactory } from "./middleware.js";
import type { ConfigCheck, DoctorCheck, ModelCatalog, ModelProvider } from "./model.js";
import type { EventSink } from "./run-event.js";
import type { MountedFs, SandboxBackend, SandboxService } from "./sandbox.js";
import type { SkillAdapter, SkillCatalog, SkillReader, SkillSource } from "./skill.js";
import type { SubagentRegistry, SubagentSource, SubagentType, TaskExecutor } from "./subagent.js";
import type { LateToolProvider, ToolFilter, ToolPolicy, ToolProvider } from "./tool.js";
export interface Checkpointer extends Contribution {
    create(): Awaitable<BaseCheckpointSaver>;
}
export declare const MIDDLEWARE: ExtensionPoint<MiddlewareFactory>;
export declare const TOOL_PROVIDER: ExtensionPoint<ToolProvider>;
export declare const LATE_TOOL_PROVIDER: ExtensionPoint<LateToolProvider>;
export declare const TOOL_FILTER: ExtensionPoint<ToolFilter>;
export declare const SUBAGENT_TYPE: ExtensionPoint<SubagentType>;
export declare const SUBAGENT_SOURCE: ExtensionPoint<SubagentSource>;
export declare const SKILL_SOURCE: ExtensionPoint<SkillSource>;
export declare const SKILL_ADAPTER: ExtensionPoint<SkillAdapter>;
export declare const MODEL_PROVIDER: ExtensionPoint<ModelProvider>;
export declare const EVENT_SINK: ExtensionPoint<EventSink>;
export declare const DOCTOR_CHECK: ExtensionPoint<DoctorCheck>;
export declare const CONFIG_CHECK: ExtensionPoint<ConfigCheck>;
export declare const SANDBOX_BACKEND: ExtensionPoint<SandboxBackend>;
export declare const TASK_EXECUTOR: ExtensionPoint<TaskExecutor>;
export declare const CHECKPOINTER: ExtensionPoint<Checkpointer>;
export declare const AGENT_FACTORY: ExtensionPoint<AgentFactory>;
export declare const MODEL_CATALOG: ExtensionPoint<ModelCatalog>;
export declare const SKILL_CATALOG: ExtensionPoint<SkillCatalog>;
export declare const SKILL_READER: ExtensionPoint<SkillReader>;
export declare const TOOL_POLICY: ExtensionPoint<ToolPolicy>;
export declare const SUBAGENT_REGISTRY: ExtensionPoint<SubagentRegistry>;
export declare const SANDBOX: ExtensionPoint<SandboxService>;
export declare const MOUNTED_FS: ExtensionPoint<MountedFs>;
export declare const HOSTED_SANDBOXES: ExtensionPoint<HostedSandboxes>;

// hosted-sandbox.d.ts
import type { Contribution } from "./extension-point.js";
import type { Limits, Mount, NetworkPolicy, ProbeReport, SandboxBackend, SandboxFs, SandboxProcess, SpawnRequest } from "./sandbox.js";
export interface HostedSandbox {
    readonly id: string;
    readonly mounts: readonly Mount[];
    readonly cwd: string;
    readonly network: NetworkPolicy;
    readonly limits: Limits;
    readonly stateDir: string;
    readonly fs: SandboxFs;
}
export interface HostedCommand {
    readonly sandbox: HostedSandbox;
    readonly command: string | readonly string[];
    readonly cwd: string;
    readonly hostCwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly io: HostProcessIo;
}
export type HostProcessIo = Pick<SpawnRequest, "stdin" | "timeoutMs" | "signal" | "lifetime">;
export interface HostedSandboxDefinition {
    readonly name: string;
    probe(): Promise<ProbeReport>;
    describe(sandbox: HostedSandbox, report: ProbeReport): string;
    spawn(command: HostedCommand, report: ProbeReport): Promise<SandboxProcess>;
    prepare?(sandbox: HostedSandbox, report: ProbeReport): Promise<void>;
    clean?(sandbox: HostedSandbox): Promise<void>;
    sweep?(): Promise<void>;
}
export interface HostProcessRequest extends HostProcessIo {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly uid?: number;
    readonly gid?: number;
    readonly files?: readonly (Uint8Array | number)[];
    readonly limited?: () => boolean;
    readonly end?: (pid: number, signal: "SIGINT" | "SIGTERM" | "SIGKILL") => Promise<void>;
}
export interface HostedSandboxes extends Contribution {
    define(definition: HostedSandboxDefinition): SandboxBackend;
    start(request: HostProcessRequest): Promise<SandboxProcess>;
}

// index.d.ts
export * from "./agent.js";
export * from "./allowlist.js";
export * from "./antler-error.js";
export * from "./blueprint.js";
export * from "./extension-point.js";
export * from "./extension-points.js";
export * from "./hosted-sandbox.js";
export * from "./json.js";
export * from "./message-marks.js";
export * from "./message-text.js";
export * from "./middleware.js";
export * from "./model.js";
export * from "./nearest-name.js";
export * from "./plugin.js";
export * from "./root-cause.js";
export * from "./run-event.js";
export * from "./sandbox.js";
export * from "./skill.js";
export * from "./source-position.js";
export * from "./subagent.js";
export * from "./thread-state.js";
export * from "./tool.js";
export * from "./tool-result-file.js";
export * from "./usage.js";
export * from "./warning.js";

// json.d.ts
export type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};
export type Awaitable<T> = T | PromiseLike<T>;

// message-marks.d.ts
export declare const MODEL_FAILURE_MARK = "antler_model_failure";
export declare const NOT_FROM_USER_MARK = "antler_not_from_user";

// message-text.d.ts
export declare function messageText(content: string | readonly unknown[]): string;
export declare function clipText(text: string, max: number): string;

// middleware.d.ts
import type { AgentMiddleware } from "langchain";
import type { AgentContext } from "./agent.js";
import type { ResolvedAgent } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable } from "./json.js";
export type Middleware = AgentMiddleware<any, any, any, readonly []>;
export declare const MIDDLEWARE_STAGES: readonly ["gate", "setup", "repair", "context", "tools", "limits", "final"];
export type MiddlewareStage = (typeof MIDDLEWARE_STAGES)[number];
export interface MiddlewareFactory extends Contribution {
    readonly stage: MiddlewareStage;
    readonly after?: readonly string[];
    readonly before?: readonly string[];
    create(agent: ResolvedAgent, context: AgentContext): Awaitable<Middleware | undefined>;
}

// model.d.ts
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Contribution } from "./extension-point.js";
import type { Awaitable } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";
export interface ModelEntry {
    readonly name: string;
    readonly use: string;
    readonly model?: string;
    readonly [key: string]: unknown;
}
export interface ModelContext {
    readonly configDir: string;
    readonly locate: (key: string) => SourcePosition | undefined;
    readonly env?: Readonly<Record<string, string | undefined>>;
}
export interface ModelProvider extends Contribution {
    readonly aliases?: readonly string[];
    readonly configSchema?: object;
    check?(entry: ModelEntry, context: ModelContext): readonly Warning[];
    create(entry: ModelEntry, context: ModelContext): Awaitable<BaseChatModel>;
    explain?(error: unknown, entry: ModelEntry): ModelErrorExplanation | undefined;
    probe?(entry: ModelEntry, context: ModelContext, signal: AbortSignal): Promise<readonly DoctorFinding[]>;
}
export interface ModelErrorExplanation {
    readonly message: string;
    readonly hint: string;
    readonly key?: string;
}
export interface ModelCatalog extends Contribution {
    names(): readonly string[];
    entry(name: string): ModelEntry | undefined;
    get(name: string): Promise<BaseChatModel>;
    check(name: string): readonly Warning[];
    probe(name: string, signal: AbortSignal): Promise<readonly DoctorFinding[]> | undefined;
    explain(name: string, error: unknown): LocatedExplanation | undefined;
}
export interface LocatedExplanation {
    readonly message: string;
    readonly hint: string;
    readonly position?: SourcePosition | undefined;
}
export interface DoctorFinding {
    readonly subject: string;
    readonly status: "ok" | "warning" | "failed" | "skipped";
    readonly message: string;
    readonly fix?: string | undefined;
    readonly position?: SourcePosition | undefined;
}
export interface DoctorCheck extends Contribution {
    run(options: {
        readonly probe: boolean;
        readonly signal: AbortSignal;
    }): Promise<readonly DoctorFinding[]>;
}
export interface ConfigCheck extends Contribution {
    check(): Awaitable<readonly ConfigProblem[]>;
}
export interface ConfigProblem extends Warning {
    readonly severity: "error" | "warning";
}

// nearest-name.d.ts
export declare function nearestName(wanted: string, known: Iterable<string>): string | undefined;
export declare function unknownNameHint(wanted: string, known: Iterable<string>): string;

// plugin.d.ts
import type { Contribution, ExtensionPoint } from "./extension-point.js";
import type { Awaitable } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";
export declare const PLUGIN_API_VERSION = 1;
export interface PlatformServices {
    all<T extends Contribution>(point: ExtensionPoint<T>): readonly T[];
    get<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T;
    find<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T | undefined;
    ownerOf<T extends Contribution>(point: ExtensionPoint<T>, name: string): ContributionOwner | undefined;
}
export interface ContributionOwner {
    readonly plugin: string;
    readonly origin: "built-in" | "config";
    readonly source?: SourcePosition | undefined;
}
export interface PluginEnvironment {
    readonly configDir: string;
    readonly dataDir: string;
}
export interface PluginHost<Config> {
    readonly config: Config;
    readonly environment: PluginEnvironment;
    readonly services: PlatformServices;
    readonly locate: (path: readonly (string | number)[]) => SourcePosition | undefined;
    readonly warn: (warning: Warning) => void;
    readonly provide: <T extends Contribution>(point: ExtensionPoint<T>, contribution: T) => void;
}
export interface PluginContext<State> {
    readonly state: State;
    readonly services: PlatformServices;
    readonly signal: AbortSignal;
}
export interface Plugin<Config = unknown, State = unknown> {
    readonly apiVersion: typeof PLUGIN_API_VERSION;
    readonly id: string;
    readonly version?: string;
    readonly configSchema?: object;
    readonly configSection?: string;
    readonly requires?: readonly string[];
    register(host: PluginHost<Config>): State;
    start?(context: PluginContext<State>): Awaitable<void>;
    stop?(context: PluginContext<State>): Awaitable<void>;
}
export declare function definePlugin<Config = unknown, State = void>(plugin: Plugin<Config, State>): Plugin<Config, State>;

// root-cause.d.ts
export declare function rootCause(thrown: unknown): unknown;

// run-event.d.ts
import type { Json } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { ToolDecision } from "./tool.js";
import type { StopReason, TokenUsage } from "./usage.js";
export interface TaskStep {
    readonly index: number;
    readonly type: "ai" | "tool";
    readonly text: string;
    readonly tool_calls: readonly {
        readonly name: string;
        readonly args: Json;
    }[];
    readonly tool: string | null;
}
interface TaskEnd {
    readonly task_id: string;
    readonly usage: TokenUsage;
    readonly turns: number;
    readonly duration_ms: number;
    readonly model: string;
    readonly stop_reason: StopReason | null;
}
export type RunEventBody = {
    readonly type: "run_started";
    readonly thread_id: string;
    readonly model: string;
    readonly prompt: string;
} | {
    readonly type: "text_delta";
    readonly text: string;
} | {
    readonly type: "tool_call";
    readonly agent: string;
    readonly task_id: string | null;
    readonly call_id: string;
    readonly name: string;
    readonly args: Json;
} | {
    readonly type: "tool_result";
    readonly agent: string;
    readonly task_id: string | null;
    readonly call_id: string;
    readonly name: string;
    readonly status: "success" | "error";
    readonly text: string;
} | {
    readonly type: "calls_dropped";
    readonly count: number;
    readonly limit: number;
    readonly key: string;
} | {
    readonly type: "tools_resolved";
    readonly agent: string;
    readonly task_id: string | null;
    readonly kept: readonly string[];
    readonly removed: readonly ToolDecision[];
    readonly tools: readonly ToolDecision[];
} | {
    readonly type: "task_started";
    readonly task_id: string;
    readonly tool_call_id: string;
    readonly subagent_type: string;
    readonly description: string;
    readonly model: string;
    readonly max_turns: number | null;
} | {
    readonly type: "task_running";
    readonly task_id: string;
    readonly step: TaskStep;
    readonly message_index: number;
    readonly total_messages: number;
    readonly usage: TokenUsage;
    readonly turns: number;
    readonly model: string;
} | ({
    readonly type: "task_completed";
    readonly result: string;
} & TaskEnd) | ({
    readonly type: "task_failed" | "task_timed_out" | "task_cancelled";
    readonly error: string;
} & TaskEnd) | {
    readonly type: "llm_retry";
    readonly agent: string;
    readonly task_id: string | null;
    readonly model: string;
    readonly attempt: number;
    readonly max_attempts: number;
    readonly wait_ms: number;
    readonly reason: string;
} | {
    readonly type: "history_repaired";
    readonly agent: string;
    readonly task_id: string | null;
    readonly changes: readonly string[];
} | {
    readonly type: "context_summarized";
    readonly agent: string;
    readonly task_id: string | null;
    readonly messages: number;
    readonly tokens_before: number;
    readonly tokens_after: number;
} | {
    readonly type: "warning";
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly position: SourcePosition | null;
} | {
    readonly type: "run_finished";
    readonly status: RunStatus;
    readonly text: string;
    readonly usage: TokenUsage;
    readonly turns: number;
    readonly stop_reason: StopReason | null;
    readonly error: RunError | null;
    readonly duration_ms: number;
};
export interface RunError {
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly position: SourcePosition | null;
}
export type RunStatus = "completed" | "failed" | "cancelled";
export type RunEvent = {
    readonly run_id: string;
    readonly seq: number;
    readonly time: string;
} & RunEventBody;
export interface EventSink {
    readonly name: string;
    accept(event: RunEvent): void;
}
export {};

// sandbox.d.ts
import type { AgentContext } from "./agent.js";
import { AntlerError } from "./antler-error.js";
import type { Contribution } from "./extension-point.js";
import type { Json } from "./json.js";
import type { ThreadState } from "./thread-state.js";
export interface SandboxRef {
    readonly v: 1;
    readonly backend: string;
    readonly id: string;
    readonly data?: {
        readonly [key: string]: Json;
    };
}
export interface Mount {
    readonly target: string;
    readonly source: {
        readonly host: string;
    } | {
        readonly volume: string;
    } | {
        readonly memory: true;
    };
    readonly readOnly?: boolean;
}
export interface Limits {
    readonly memoryBytes?: number;
    readonly pids?: number;
    readonly cpus?: number;
    readonly fileBytes?: number;
    readonly diskBytes?: number;
    readonly openFiles?: number;
    readonly tmpBytes?: number;
}
export type NetworkPolicy = {
    readonly mode: "none";
} | {
    readonly mode: "host";
} | {
    readonly mode: "allow";
    readonly hosts: readonly string[];
};
export interface SandboxSpec {
    readonly key: string;
    readonly mounts: readonly Mount[];
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly network?: NetworkPolicy;
    readonly limits?: Limits;
}
export type Isolation = "none" | "interpreter" | "namespace" | "container" | "vm";
export type Enforcement = "kernel" | "rlimit" | "none";
export interface SandboxCapabilities {
    readonly isolation: Isolation;
    readonly exec: boolean;
    readonly kill: "pgroup" | "pidns" | "cgroup" | "container" | "interpreter";
    readonly paths: "kernel" | "translated" | "host";
    readonly network: readonly NetworkPolicy["mode"][];
    readonly limits: Readonly<Record<keyof Limits, Enforcement>>;
    readonly background: boolean;
    readonly attach: "same-host" | "anywhere" | "same-process";
    readonly stdin: boolean;
}
export interface ProbeReport {
    readonly available: boolean;
    readonly reason?: string;
    readonly fix?: string;
    readonly capabilities: SandboxCapabilities;
    readonly warnings: readonly string[];
}
export interface SandboxBackend extends Contribution {
    probe(): Promise<ProbeReport>;
    acquire(spec: SandboxSpec, options?: {
        readonly signal?: AbortSignal;
    }): Promise<Sandbox>;
    attach(ref: SandboxRef, options?: {
        readonly signal?: AbortSignal;
    }): Promise<Sandbox>;
    release(ref: SandboxRef, how: "keep" | "stop" | "destroy"): Promise<void>;
    list?(): AsyncIterable<SandboxRef>;
    dispose(): Promise<void>;
}
export interface Sandbox {
    readonly ref: SandboxRef;
    readonly capabilities: SandboxCapabilities;
    readonly cwd: string;
    readonly mounts: readonly Mount[];
    readonly description: string;
    spawn(request: SpawnRequest): Promise<SandboxProcess>;
    processes(): Promise<readonly {
        readonly id: string;
        readonly command: string;
        readonly startedAt: number;
    }[]>;
    process(id: string): Promise<SandboxProcess>;
    readonly fs: SandboxFs;
}
export interface SpawnRequest {
    readonly command: string | readonly string[];
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
    readonly lifetime?: "call" | "sandbox";
}
export interface OutputChunk {
    readonly stream: "stdout" | "stderr";
    readonly data: Uint8Array;
}
export interface SandboxProcess {
    readonly id: string;
    readonly output: AsyncIterable<OutputChunk>;
    readonly exit: Promise<ExitStatus>;
    kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<void>;
}
export interface ExitStatus {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly reason: "exit" | "timeout" | "abort" | "limit" | "lost";
    readonly durationMs: number;
}
export interface FsOptions {
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
}
export interface FileInfo {
    readonly path: string;
    readonly type: "file" | "dir" | "symlink" | "other";
    readonly size: number;
    readonly mtimeMs: number;
}
export interface GrepQuery {
    readonly pattern: string;
    readonly literal?: boolean;
    readonly ignoreCase?: boolean;
    readonly path?: string;
    readonly glob?: string;
    readonly limit?: number;
    readonly includeIgnored?: boolean;
}
export interface GrepMatch {
    readonly path: string;
    readonly line: number;
    readonly text: string;
}
export interface Page<T> {
    readonly items: readonly T[];
    readonly truncated: boolean;
}
export interface ListingOptions {
    readonly limit?: number;
    readonly includeIgnored?: boolean;
}
export interface SandboxFs {
    stat(path: string, options?: FsOptions): Promise<FileInfo>;
    readFile(path: string, options?: FsOptions & {
        readonly offset?: number;
        readonly length?: number;
        readonly maxBytes?: number;
    }): Promise<{
        readonly data: Uint8Array;
        readonly etag: string;
    }>;
    writeFile(path: string, data: Uint8Array | string, options?: FsOptions & {
        readonly mode?: "create" | "overwrite" | "append";
        readonly ifMatch?: string;
    }): Promise<{
        readonly etag: string;
    }>;
    mkdir(path: string, options?: FsOptions): Promise<void>;
    remove(path: string, options?: FsOptions & {
        readonly recursive?: boolean;
    }): Promise<void>;
    list(path: string, options?: FsOptions & ListingOptions & {
        readonly depth?: number;
    }): Promise<Page<FileInfo>>;
    glob(pattern: string, options?: FsOptions & ListingOptions & {
        readonly cwd?: string;
        readonly includeDirs?: boolean;
    }): Promise<Page<string>>;
    grep(query: GrepQuery, options?: FsOptions): Promise<Page<GrepMatch>>;
}
export type SandboxErrorReason = "unavailable" | "gone" | "capacity" | "unsupported" | "invalid_argument" | "not_found" | "exists" | "permission_denied" | "read_only" | "is_directory" | "not_directory" | "not_regular_file" | "too_large" | "conflict" | "timeout" | "aborted" | "orphan" | "transport";
export declare class SandboxError extends AntlerError {
    readonly reason: SandboxErrorReason;
    constructor(reason: SandboxErrorReason, message: string, options?: {
        readonly hint?: string;
        readonly cause?: unknown;
    });
}
export declare function isSandboxError(error: unknown, reason?: SandboxErrorReason): error is SandboxError;
export interface SandboxService extends Contribution {
    open(context: AgentContext, state: ThreadState): Promise<Sandbox>;
    shell(): {
        readonly available: true;
    } | {
        readonly available: false;
        readonly reason: string;
        readonly fix: string;
    };
}
export interface MountedFs extends Contribution {
    open(mounts: readonly Mount[], cwd: string): SandboxFs;
}

// skill.d.ts
import type { Allowlist } from "./allowlist.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable, Json } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";
export interface Skill {
    readonly name: string;
    readonly description: string;
    readonly file: string;
    readonly body: string | null;
    readonly allowedTools: Allowlist;
    readonly disallowedTools: readonly string[];
    readonly sources: {
        readonly allowedTools?: SourcePosition;
        readonly disallowedTools?: SourcePosition;
    };
    readonly declared?: {
        readonly allowedTools: Allowlist;
        readonly disallowedTools: readonly string[];
    };
}
export interface LoadedSkill extends Skill {
    readonly onDemand?: Skill;
}
export interface SkillDiagnostic extends Warning {
    readonly severity: "error" | "warning";
}
export interface SkillListing {
    readonly skills: readonly Skill[];
    readonly diagnostics: readonly SkillDiagnostic[];
}
export interface SkillSource extends Contribution {
    list(): Awaitable<SkillListing>;
    watch?(onChange: () => void, signal: AbortSignal): Promise<void>;
}
export interface SkillAdapter extends Contribution {
    adapt(skill: Skill): {
        readonly skill: Skill;
        readonly diagnostics: readonly SkillDiagnostic[];
    };
}
export interface SkillReader extends Contribution {
    source(name: string, paths: readonly string[]): SkillSource;
    document(content: Uint8Array | string, file: string): MarkdownReading;
    toolList(text: string): readonly string[];
    resolvePath(path: string): string;
    watch(paths: readonly string[], onChange: () => void, signal: AbortSignal): Promise<void>;
}
export interface MarkdownReading {
    readonly document: MarkdownDocument | null;
    readonly diagnostics: readonly SkillDiagnostic[];
}
export interface MarkdownDocument {
    readonly fields: ReadonlyMap<string, MarkdownField>;
    readonly body: string;
}
export interface MarkdownField {
    readonly value: Json;
    readonly text: string | null;
    readonly position: SourcePosition;
}
export interface SkillCatalog extends Contribution {
    readonly allowed: Allowlist;
    readonly allowedSource: SourcePosition | undefined;
    list(): Promise<SkillListing>;
    select(allowlist: Allowlist): Promise<{
        readonly skills: readonly LoadedSkill[];
        readonly warnings: readonly Warning[];
    }>;
    intersect(parent: Allowlist, child: Allowlist): Allowlist;
    promptParts(skills: readonly LoadedSkill[]): readonly string[];
    watch?(onChange: () => void, signal: AbortSignal): Promise<void>;
}

// source-position.d.ts
export interface SourcePosition {
    readonly file: string;
    readonly line: number;
    readonly column: number;
}
export declare function formatPosition(position: SourcePosition): string;

// subagent.d.ts
import type { Allowlist } from "./allowlist.js";
import type { AgentBlueprint } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { TaskStep } from "./run-event.js";
import type { SourcePosition } from "./source-position.js";
import type { InheritedState } from "./thread-state.js";
import type { StopReason, TokenUsage } from "./usage.js";
import type { Warning } from "./warning.js";
export interface SubagentType extends Contribution {
    readonly description: string;
    readonly systemPrompt: string;
    readonly tools?: Allowlist;
    readonly disallowedTools?: readonly string[];
    readonly skills?: Allowlist;
    readonly model?: string;
    readonly maxTurns?: number;
    readonly timeoutSeconds?: number;
    readonly needsShell?: boolean;
}
export interface FoundSubagentType extends SubagentType {
    readonly position?: SourcePosition | undefined;
    readonly positions?: Readonly<Partial<Record<keyof EffectiveSubagentType["values"], SourcePosition>>>;
}
export interface SubagentSource extends Contribution {
    ready?(): Promise<void>;
    list(): readonly FoundSubagentType[];
    warnings?(): readonly Warning[];
}
export type ValueOrigin = "builtin" | `plugin:${string}` | "custom" | "global" | "per-agent";
export interface OriginatedValue<T> {
    readonly value: T;
    readonly origin: ValueOrigin;
    readonly position: SourcePosition | null;
    readonly entries?: readonly SourcePosition[];
    readonly shadows: readonly Omit<OriginatedValue<T>, "shadows">[];
}
export interface EffectiveSubagentType {
    readonly name: string;
    readonly origin: ValueOrigin;
    readonly values: {
        readonly description: OriginatedValue<string>;
        readonly systemPrompt: OriginatedValue<string>;
        readonly tools: OriginatedValue<Allowlist>;
        readonly disallowedTools: OriginatedValue<readonly string[]>;
        readonly skills: OriginatedValue<Allowlist>;
        readonly model: OriginatedValue<string>;
        readonly maxTurns: OriginatedValue<number>;
        readonly timeoutSeconds: OriginatedValue<number>;
        readonly tokenBudget: OriginatedValue<number | null>;
    };
}
export interface SubagentRegistry extends Contribution {
    names(): readonly string[];
    allNames?(): readonly string[];
    get(name: string): EffectiveSubagentType | undefined;
    unavailable(name: string): string | undefined;
    warnings(): readonly Warning[];
    blueprint(name: string, lead: AgentBlueprint, taskId: string): AgentBlueprint;
}
export interface SubagentTask {
    readonly id: string;
    readonly blueprint: AgentBlueprint;
    readonly description: string;
    readonly prompt: string;
    readonly inherited: InheritedState;
    readonly workspace: string | null;
    readonly timeoutSeconds: number;
}
export type TaskStatus = "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out";
export interface SubagentOutcome {
    readonly taskId: string;
    readonly status: Exclude<TaskStatus, "pending" | "running">;
    readonly result: string | null;
    readonly error: string | null;
    readonly stopReason: StopReason | null;
    readonly model: string;
    readonly usage: TokenUsage;
    readonly turns: number;
    readonly durationMs: number;
}
export interface TaskProgress {
    readonly step: TaskStep;
    readonly total: number;
    readonly usage: TokenUsage;
    readonly turns: number;
}
export interface TaskRecord {
    readonly id: string;
    readonly status: TaskStatus;
    readonly outcome: SubagentOutcome | undefined;
}
export interface TaskExecutor extends Contribution {
    start(task: SubagentTask, observer?: TaskObserver): void;
    get(taskId: string): TaskRecord | undefined;
    outcome(taskId: string): Promise<SubagentOutcome>;
    cancel(taskId: string): void;
    forget(taskId: string): void;
}
export interface TaskObserver {
    readonly onStart?: () => void;
    readonly onStep?: (progress: TaskProgress) => void;
    readonly emit?: (event: import("./run-event.js").RunEventBody) => void;
}

// thread-state.d.ts
import type { BaseMessage } from "@langchain/core/messages";
import type { SandboxRef } from "./sandbox.js";
export interface ThreadData {
    readonly workspace_path: string;
    readonly uploads_path: string;
    readonly outputs_path: string;
}
export interface ThreadState {
    readonly messages: readonly BaseMessage[];
    readonly sandbox?: SandboxRef | null;
    readonly thread_data?: ThreadData | null;
    readonly [key: string]: unknown;
}
export declare const CONTEXT_SUMMARY_KEY = "context_summary";
export declare function messagesInSight(state: ThreadState): readonly BaseMessage[];
export declare const INHERITED_STATE_KEYS: readonly ["sandbox", "thread_data"];
export type InheritedState = Readonly<Pick<ThreadState, (typeof INHERITED_STATE_KEYS)[number]>>;

// tool-result-file.d.ts
export declare function toolResultFile(tool: string, callId: string, taskId?: string): string;

// tool.d.ts
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { AgentContext } from "./agent.js";
import type { ErrorCode } from "./antler-error.js";
import type { AgentBlueprint, AgentProfile } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable, Json } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { ThreadState } from "./thread-state.js";
import type { Warning } from "./warning.js";
interface ToolTraits {
    readonly group: string;
    readonly deferred?: boolean;
    readonly polls?: boolean;
    readonly routing?: ToolRouting | undefined;
    readonly source?: SourcePosition | undefined;
}
export interface ToolRouting {
    readonly keywords: readonly string[];
    readonly priority?: number;
}
export interface ToolRuntime {
    readonly context: AgentContext;
    readonly state: ThreadState;
    readonly callId: string;
    readonly signal: AbortSignal;
}
export type ToolOutput = string | {
    readonly text: string;
    readonly status?: "success" | "error";
    readonly artifact?: Json;
    readonly metadata?: {
        readonly [key: string]: Json;
    };
    readonly update?: {
        readonly [key: string]: unknown;
    };
};
export interface PlainTool extends ToolTraits {
    readonly name: string;
    readonly description: string;
    readonly parameters: {
        readonly [key: string]: Json;
    };
    run(args: Readonly<Record<string, unknown>>, runtime: ToolRuntime): Awaitable<ToolOutput>;
}
export interface LangchainTool extends ToolTraits {
    readonly tool: StructuredToolInterface;
}
export type ToolOffer = PlainTool | LangchainTool;
export interface ProvidedTool extends PolicedTool {
    readonly offer: ToolOffer;
    readonly origin: "config" | "built-in" | "mcp";
    readonly source?: SourcePosition | undefined;
}
export interface ToolProvider extends Contribution {
    readonly kind?: "mcp";
    list(blueprint: AgentBlueprint): Awaitable<ToolListing | readonly ToolOffer[]>;
}
export interface ToolListing {
    readonly offers: readonly ToolOffer[];
    readonly warnings?: readonly Warning[];
    readonly missing?: readonly MissingTools[];
}
export interface MissingTools {
    readonly prefix: string;
    readonly group: string;
    readonly reason: string;
}
export interface PolicedTool {
    readonly name: string;
    readonly group: string;
    readonly description: string;
    readonly provider: string;
    readonly plugin: string;
}
export type ToolVerdict = {
    readonly allow: true;
} | {
    readonly allow: false;
    readonly code: ErrorCode;
    readonly reason: string;
    readonly source?: SourcePosition | undefined;
};
export interface ToolCall {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
}
export interface ToolFilter extends Contribution {
    readonly after?: readonly string[];
    readonly before?: readonly string[];
    judge(tool: PolicedTool, agent: AgentProfile): ToolVerdict;
    judgeNow?(tool: PolicedTool, agent: AgentProfile, state: ThreadState): ToolVerdict;
    judgeCall?(call: ToolCall, tool: PolicedTool, agent: AgentProfile, state: ThreadState): ToolVerdict;
}
export interface ToolDecision {
    readonly name: string;
    readonly group: string;
    readonly provider: string;
    readonly verdict: "kept" | "removed" | "deferred" | "exempt";
    readonly layer: string | null;
    readonly layer_number?: number | null;
    readonly code: ErrorCode | null;
    readonly reason: string | null;
    readonly source: SourcePosition | null;
}
export interface NarrowedTools {
    readonly kept: readonly ProvidedTool[];
    readonly decisions: readonly ToolDecision[];
    readonly warnings: readonly Warning[];
}
export interface ToolPolicy extends Contribution {
    narrow(offers: readonly ProvidedTool[], filters: readonly ToolFilter[], agent: AgentProfile, missing?: readonly MissingTools[]): NarrowedTools;
    admitLate?(late: readonly ProvidedTool[], agent: AgentProfile): void;
}
export interface LateToolProvider extends Contribution {
    extend(kept: readonly ProvidedTool[], agent: AgentProfile): Awaitable<LateTools>;
}
export interface LateTools {
    readonly offers: readonly ToolOffer[];
    readonly deferred?: readonly string[];
    isPromoted?(name: string, state: ThreadState): boolean;
    readonly promptParts?: readonly string[];
}
export {};

// usage.d.ts
export interface TokenUsage {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly total_tokens: number;
}
export declare const NO_USAGE: TokenUsage;
export declare function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage;
export type StopReason = "turn_capped" | "token_capped" | "loop_capped" | "subagent_limit_capped" | (string & {});

// warning.d.ts
import type { ErrorCode } from "./antler-error.js";
import type { SourcePosition } from "./source-position.js";
export interface Warning {
    readonly code: ErrorCode;
    readonly message: string;
    readonly hint?: string | undefined;
    readonly position?: SourcePosition | undefined;
}
