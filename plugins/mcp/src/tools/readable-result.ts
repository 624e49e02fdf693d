import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

type Block = CallToolResult["content"][number];

/**
 * A result in which everything the model can read is one text, in the order of the server, followed by the blocks that are
 * kept for programs. Many model APIs take only text as a tool's answer, so each such block is named in the text.
 */
export function readableResult(result: CallToolResult, images: "attach" | "inline"): CallToolResult {
  const lines: string[] = [];
  const blocks: Block[] = [];
  for (const block of result.content) {
    lines.push(...describe(block, images));
    if (block.type !== "text") blocks.push(block);
  }
  if (result.structuredContent !== undefined) {
    const text = JSON.stringify(result.structuredContent);
    if (result.content.length === 0) lines.push(text);
    blocks.push({ type: "resource", resource: { uri: "mcp:structured-content", mimeType: "application/json", text } });
  }
  const text = lines.length === 0 ? "(the tool answered without content)" : lines.join("\n");
  return { content: [{ type: "text", text }, ...blocks], ...(result.isError === true ? { isError: true } : {}) };
}

function describe(block: Block, images: "attach" | "inline"): readonly string[] {
  switch (block.type) {
    case "text":
      return [block.text];
    case "image":
      return images === "inline"
        ? []
        : [`[image, ${block.mimeType}, ${sizeOf(block.data)}: attached to the result, not shown to you]`];
    case "audio":
      return [`[audio, ${block.mimeType}, ${sizeOf(block.data)}: attached to the result]`];
    case "resource_link":
      return [`[resource ${block.name}: ${block.uri}${block.mimeType === undefined ? "" : `, ${block.mimeType}`}]`];
    case "resource": {
      const { uri, mimeType } = block.resource;
      const type = mimeType === undefined ? "" : `, ${mimeType}`;
      if ("text" in block.resource) return [`[resource ${uri}${type}]`, block.resource.text];
      return [`[resource ${uri}${type}, ${sizeOf(block.resource.blob)}: attached to the result]`];
    }
  }
}

/** Of base64 data. */
function sizeOf(data: string): string {
  const bytes = Math.floor((data.length * 3) / 4);
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`;
}
