// agent-stage.d.ts
import { type AgentFactory, type AgentScope, type Awaitable } from "@antler/plugin-api";
export interface StagedAgent {
    readonly taskId: string;
    readonly prompt: string;
    readonly scope: AgentScope;
    say(text: string): void;
    finish(text?: string): void;
    fail(error: Error): void;
}
export interface AgentStage {
    readonly factory: AgentFactory;
    readonly agents: readonly StagedAgent[];
    agent(taskId: string): Promise<StagedAgent>;
}
export declare function agentStage(): AgentStage;
export interface Staged<T> {
    readonly subject: T;
    readonly dispose?: () => Awaitable<void>;
}

// endpoint/answer.d.ts
export interface EndpointCall {
    readonly name: string;
    readonly args?: object | string;
    readonly id?: string | null;
}
export interface MessageAnswer {
    readonly kind: "message";
    readonly text?: string;
    readonly calls?: readonly EndpointCall[];
    readonly reasoning?: string;
    readonly finishReason?: string | null;
    readonly id?: string;
    readonly usage?: {
        readonly prompt_tokens: number;
        readonly completion_tokens: number;
    } | null;
    readonly deltas?: readonly string[];
    readonly withoutIndexes?: boolean;
}
export interface HttpAnswer {
    readonly kind: "http";
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly cutAt?: number;
}
export interface EventsAnswer {
    readonly kind: "events";
    readonly events: readonly unknown[];
    readonly end: "done" | "close" | "reset" | "stall";
}
export interface SilenceAnswer {
    readonly kind: "silence";
}
export interface ResetAnswer {
    readonly kind: "reset";
}
export type EndpointAnswer = string | MessageAnswer | HttpAnswer | EventsAnswer | SilenceAnswer | ResetAnswer;
export declare function message(text: string, more?: Omit<MessageAnswer, "kind" | "text">): MessageAnswer;
export declare function calls(list: readonly EndpointCall[], more?: Omit<MessageAnswer, "kind" | "calls">): MessageAnswer;
export declare function httpError(status: number, text: string, more?: {
    readonly code?: string;
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
}): HttpAnswer;
export declare function htmlPage(status?: number): HttpAnswer;
export declare function noChoices(): HttpAnswer;
export declare function cutBody(text?: string): HttpAnswer;
export declare function brokenStream(fragments: readonly string[], end: EventsAnswer["end"]): EventsAnswer;
export declare function streamEvent(delta: object, finishReason?: string | null): object;

// endpoint/completion.d.ts
import type { MessageAnswer } from "./answer.js";
export interface EndpointIds {
    completion(): string;
    call(): string;
}
export declare function completionBody(answer: MessageAnswer, model: string, ids: EndpointIds): object;
export declare function completionEvents(answer: MessageAnswer, model: string, ids: EndpointIds, withUsage: boolean): readonly object[];

// endpoint/open-ai-endpoint.d.ts
import { type IncomingMessage } from "node:http";
import type { Awaitable } from "@antler/plugin-api";
import { type EndpointAnswer } from "./answer.js";
export interface EndpointRequest {
    readonly index: number;
    readonly headers: IncomingMessage["headers"];
    readonly body: ChatRequestBody;
    readonly time: number;
    readonly abandoned: Promise<boolean>;
}
export interface ChatRequestBody {
    readonly model?: string;
    readonly stream?: boolean;
    readonly stream_options?: {
        readonly include_usage?: boolean;
    };
    readonly messages: readonly {
        readonly role: string;
        readonly content?: unknown;
        readonly [key: string]: unknown;
    }[];
    readonly tools?: readonly {
        readonly type: string;
        readonly function: {
            readonly name: string;
            readonly [key: string]: unknown;
        };
    }[];
    readonly [key: string]: unknown;
}
export type EndpointScript = (request: EndpointRequest) => Awaitable<EndpointAnswer>;
export interface OpenAiEndpointOptions {
    readonly apiKey?: string;
    readonly models?: readonly string[];
    readonly strict?: boolean;
}
export interface OpenAiEndpoint extends AsyncDisposable {
    readonly url: string;
    readonly requests: readonly EndpointRequest[];
    received(count: number): Promise<void>;
    close(): Promise<void>;
}
export declare function openAiEndpoint(script: EndpointScript | readonly EndpointAnswer[], options?: OpenAiEndpointOptions): Promise<OpenAiEndpoint>;

// endpoint/send-answer.d.ts
import type { ServerResponse } from "node:http";
import type { EndpointAnswer } from "./answer.js";
import { type EndpointIds } from "./completion.js";
import type { ChatRequestBody } from "./open-ai-endpoint.js";
export declare function sendAnswer(answer: EndpointAnswer, request: ChatRequestBody, response: ServerResponse, ids: EndpointIds): Promise<void>;

// endpoint/strict-messages.d.ts
export declare function messagesFault(messages: readonly unknown[]): string | undefined;

// fixtures.d.ts
import type { AgentBlueprint, AgentContext, PolicedTool, ResolvedAgent, RunEventBody, ToolRuntime } from "@antler/plugin-api";
export declare function blueprintFixture(changes?: Partial<AgentBlueprint>): AgentBlueprint;
export declare function agentFixture(changes?: Partial<AgentBlueprint>): ResolvedAgent;
export declare function toolFixture(name: string, changes?: Partial<PolicedTool>): PolicedTool;
export declare function contextFixture(changes?: Partial<AgentContext>): AgentContext & {
    readonly emitted: readonly RunEventBody[];
};
export declare function toolRuntimeFixture(changes?: Partial<ToolRuntime>): ToolRuntime;

// index.d.ts
export { type AgentStage, agentStage, type Staged, type StagedAgent } from "./agent-stage.js";
export * from "./endpoint/answer.js";
export type { EndpointIds } from "./endpoint/completion.js";
export * from "./endpoint/open-ai-endpoint.js";
export { messagesFault } from "./endpoint/strict-messages.js";
export * from "./fixtures.js";
export { type MiddlewareSubject, middlewareContract } from "./middleware-contract.js";
export { modelPlugin } from "./model-plugin.js";
export { type ModelProviderSubject, modelProviderContract } from "./model-provider-contract.js";
export type { TestRunner } from "./runner.js";
export { sandboxContract } from "./sandbox-contract.js";
export type { SandboxStage, SandboxSubject } from "./sandbox-stage.js";
export type { ScriptedAnswer, ScriptedCall, ScriptedInvalidCall } from "./scripted-answer.js";
export { type Script, type ScriptedModel, type ScriptedModelOptions, type ScriptedRequest, scriptedModel, } from "./scripted-model.js";
export { type SkillSourceSubject, skillSourceContract } from "./skill-source-contract.js";
export { type SubagentTypeSubject, subagentTypeContract } from "./subagent-type-contract.js";
export { type TaskExecutorSubject, taskExecutorContract, taskFixture } from "./task-executor-contract.js";
export { type ToolFilterSubject, toolFilterContract } from "./tool-filter-contract.js";
export { type ToolProviderSubject, toolProviderContract } from "./tool-provider-contract.js";

// middleware-contract.d.ts
import { type MiddlewareFactory } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface MiddlewareSubject {
    readonly name: string;
    create(): MiddlewareFactory;
}
export declare function middlewareContract({ describe, it, expect }: TestRunner, subject: MiddlewareSubject): void;

// model-plugin.d.ts
import { type Plugin } from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
export declare function modelPlugin(name: string, model: BaseChatModel | ((entryName: string) => BaseChatModel)): Plugin<unknown, void>;

// model-provider-contract.d.ts
import type { ModelContext, ModelEntry, ModelProvider } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface ModelProviderSubject {
    readonly name: string;
    create(): ModelProvider;
    readonly entry: ModelEntry | (() => ModelEntry);
    readonly brokenEntry?: ModelEntry;
    readonly context?: ModelContext;
}
export declare function modelProviderContract({ describe, it, expect }: TestRunner, subject: ModelProviderSubject): void;

// runner.d.ts
export interface TestRunner {
    describe(name: string, body: () => void): void;
    it(name: string, body: () => void | Promise<void>): void;
    expect(value: unknown): any;
}

// sandbox-command-contract.d.ts
import type { TestRunner } from "./runner.js";
import { type SandboxStage } from "./sandbox-stage.js";
export declare function sandboxCommandContract({ it, expect }: TestRunner, { within, subject }: SandboxStage): void;

// sandbox-contract.d.ts
import type { TestRunner } from "./runner.js";
import { type SandboxSubject } from "./sandbox-stage.js";
export declare function sandboxContract(runner: TestRunner, subject: SandboxSubject): void;

// sandbox-files-contract.d.ts
import type { TestRunner } from "./runner.js";
import { type SandboxStage } from "./sandbox-stage.js";
export declare function sandboxFilesContract({ it, expect }: TestRunner, { within }: SandboxStage): void;

// sandbox-stage.d.ts
import { type ExitStatus, type Sandbox, type SandboxBackend, type SandboxErrorReason, type SandboxSpec, type SpawnRequest } from "@antler/plugin-api";
export interface SandboxSubject {
    readonly name: string;
    create(): SandboxBackend | Promise<SandboxBackend>;
    spec(key: string): SandboxSpec | Promise<SandboxSpec>;
}
export interface SandboxStage {
    readonly subject: SandboxSubject;
    readonly within: (use: (sandbox: Sandbox, backend: SandboxBackend) => Promise<void>) => () => Promise<void>;
}
export declare function readText(sandbox: Sandbox, path: string): Promise<string>;
export declare function reasonOf(promise: Promise<unknown>): Promise<SandboxErrorReason | "nothing was refused">;
export declare function runCommand(sandbox: Sandbox, command: SpawnRequest["command"], request?: Omit<SpawnRequest, "command">): Promise<ExitStatus & {
    readonly stdout: string;
    readonly stderr: string;
}>;

// scripted-answer.d.ts
import type { TokenUsage } from "@antler/plugin-api";
import { AIMessage } from "@langchain/core/messages";
export interface ScriptedCall {
    readonly name: string;
    readonly args?: Readonly<Record<string, unknown>>;
    readonly id?: string;
}
export interface ScriptedInvalidCall {
    readonly name: string;
    readonly args: string;
    readonly id?: string;
    readonly error?: string;
}
export type ScriptedAnswer = string | AIMessage | {
    readonly text?: string;
    readonly calls?: readonly ScriptedCall[];
    readonly invalidCalls?: readonly ScriptedInvalidCall[];
    readonly usage?: Pick<TokenUsage, "input_tokens" | "output_tokens"> | null;
    readonly finishReason?: string | null;
    readonly id?: string;
};
export declare function answerMessage(answer: ScriptedAnswer, nextId: () => string): AIMessage;

// scripted-model.d.ts
import type { Awaitable } from "@antler/plugin-api";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { BaseChatModel, type BaseChatModelCallOptions, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { type ScriptedAnswer } from "./scripted-answer.js";
export interface ScriptedRequest {
    readonly messages: readonly BaseMessage[];
    readonly tools: readonly string[];
    readonly toolDefinitions: readonly unknown[];
    readonly toolChoice: unknown;
    readonly turn: number;
    readonly call: number;
    readonly signal: AbortSignal | undefined;
}
export type Script = (request: ScriptedRequest) => Awaitable<ScriptedAnswer>;
export interface ScriptedModelOptions {
    readonly streams?: boolean;
}
interface CallOptions extends BaseChatModelCallOptions {
    tools?: BindToolsInput[];
}
export declare function scriptedModel(script: Script | readonly ScriptedAnswer[], options?: ScriptedModelOptions): ScriptedModel;
export declare class ScriptedModel extends BaseChatModel<CallOptions> {
    #private;
    readonly requests: ScriptedRequest[];
    constructor(script: Script, options: ScriptedModelOptions);
    _llmType(): string;
    bindTools(tools: BindToolsInput[], kwargs?: Partial<CallOptions>): Runnable<BaseLanguageModelInput, AIMessageChunk, CallOptions>;
    _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult>;
    _streamResponseChunks(messages: BaseMessage[], options: this["ParsedCallOptions"], runManager?: CallbackManagerForLLMRun): AsyncGenerator<ChatGenerationChunk>;
}
export {};

// skill-source-contract.d.ts
import type { SkillSource } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface SkillSourceSubject {
    readonly name: string;
    create(): SkillSource;
}
export declare function skillSourceContract({ describe, it, expect }: TestRunner, subject: SkillSourceSubject): void;

// subagent-type-contract.d.ts
import type { SubagentType } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface SubagentTypeSubject {
    readonly name: string;
    create(): SubagentType;
}
export declare function subagentTypeContract({ describe, it, expect }: TestRunner, subject: SubagentTypeSubject): void;

// task-executor-contract.d.ts
import type { AgentFactory, Awaitable, SubagentTask, TaskExecutor } from "@antler/plugin-api";
import { type Staged } from "./agent-stage.js";
import type { TestRunner } from "./runner.js";
export interface TaskExecutorSubject {
    readonly name: string;
    readonly width: number;
    create(factory: AgentFactory): Awaitable<Staged<TaskExecutor>>;
}
export declare function taskExecutorContract({ describe, it, expect }: TestRunner, subject: TaskExecutorSubject): void;
export declare function taskFixture(id: string, changes?: Partial<SubagentTask>): SubagentTask;

// tool-filter-contract.d.ts
import type { AgentProfile, PolicedTool, ToolFilter } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface ToolFilterSubject {
    readonly name: string;
    create(): ToolFilter;
    readonly agents?: readonly AgentProfile[];
    readonly tools?: readonly PolicedTool[];
}
export declare function toolFilterContract({ describe, it, expect }: TestRunner, subject: ToolFilterSubject): void;

// tool-provider-contract.d.ts
import type { AgentBlueprint, ToolProvider } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";
export interface ToolProviderSubject {
    readonly name: string;
    create(): ToolProvider;
    readonly blueprints?: readonly AgentBlueprint[];
}
export declare function toolProviderContract({ describe, it, expect }: TestRunner, subject: ToolProviderSubject): void;
