import { describe, expect, it } from "vitest";
import { searchCatalogue } from "./search-catalogue.js";

const CATALOGUE = [
  ["jira_create_issue", "Open a new ticket in the tracker"],
  ["jira_list_issues", "List tickets; filter by issue state"],
  ["mail_send", "Send an email message"],
  ["mail_search", "Search the mailbox for a message"],
  ["cal_add", "Add calendar event; send invite mail"],
  ["wiki_page", "Read a wiki page"],
  ["wiki_edit", "Edit a wiki page (draft)"],
].map(([name = "", description = ""]) => ({ name, description }));
const find = (query: string, limits?: Parameters<typeof searchCatalogue>[2]) =>
  searchCatalogue(CATALOGUE, query, limits).map((entry) => entry.name);

describe("a search of the catalogue", () => {
  it("TS-01: finds every selected tool, beyond the cap of ranked searches and the length cap", () => {
    const all = CATALOGUE.map((entry) => entry.name);
    expect(find(`select:${all.join(",")}`, { maxResults: 2, maxQueryLength: 10 })).toEqual(all);
    expect(find(".*", { maxResults: 2, maxQueryLength: 10 })).toEqual(all.slice(0, 2));
  });

  it("requires each word behind a plus in the name, and ranks by the hits of the rest", () => {
    expect(find("+jira issue")).toEqual(["jira_list_issues", "jira_create_issue"]);
    expect(find("+JIRA +create")).toEqual(["jira_create_issue"]);
    expect(find("+invite")).toEqual([]);
    expect(find("+")).toEqual([]);
    expect(find("+ jira")).toEqual([]);
  });

  it("puts a hit in the name before one in the description, and more words before fewer", () => {
    expect(find("send mail")).toEqual(["mail_send", "mail_search", "cal_add"]);
    expect(find("SEARCH|page")).toEqual(["mail_search", "wiki_page", "wiki_edit"]);
  });

  it("TS-06: takes an invalid pattern as text and never throws", () => {
    expect(find("send(")).toEqual([]);
    expect(find("[")).toEqual([]);
    expect(find("(draft")).toEqual(["wiki_edit"]);
    expect(find("*")).toEqual([]);
    expect(find("a{99999}")).toEqual([]);
  });

  it("DEF-021: understands (?i) and answers a catastrophic pattern", () => {
    expect(find("(?i)WIKI")).toEqual(["wiki_page", "wiki_edit"]);
    const long = [{ name: "x".repeat(50_000), description: "" }];
    expect(searchCatalogue(long, "(x+x+)+y")).toEqual([]);
  });

  it("finds nothing for nothing", () => {
    expect(find("   ")).toEqual([]);
    expect(find("select:")).toEqual([]);
    expect(find("select:fax_send")).toEqual([]);
  });
});
