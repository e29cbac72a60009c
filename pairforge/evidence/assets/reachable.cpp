// Every state that a circuit can reach, one by one: whether its output can ever be high.
//
//   reachable FILE MOST [exact]
//
// FILE is a circuit in binary AIGER with one output and symbols. Inputs whose names begin with "from" only say what
// registers hold in the first cycle. One line is written:
//
//   holds STATES            never, whatever the inputs are
//   broken CYCLE STATES     it is, in this cycle, counted from the start
//   unsure CYCLE STATES     it may be in this cycle, as far as what is not known of the first state says
//   stopped CYCLE STATES    more states than MOST, or transitions than go with so many
//
// Values are 0, 1 or unknown (three-valued simulation, as in symbolic trajectory evaluation: Seger and Bryant,
// 1995). What is said of a state with unknown bits holds for all values of these. A state is looked at with unknown
// inputs first; where a next bit depends on one of them, that is tried as 0 and as 1, and so on, until no next bit
// depends on any. The inputs from* stay unknown, and so may registers. If the output depends on such a register, both
// its values are tried. What is found so may be more than there is, never less. With `exact`, inputs from* are tried
// as all others are, and nothing is unknown.
//
// So many states and inputs at once are simulated as a word has bits, or some words. Each literal x has a word that
// says where x can be 1; that of ~x says where x can be 0. Each node has one that says where it depends on inputs
// which are not tried yet.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

namespace {

using Word = uint64_t;
constexpr int kBits = 64;
constexpr size_t kTransitionsAState = 64, kFewStates = 1 << 21;

[[noreturn]] void fail(const char* why) {
  fprintf(stderr, "reachable: %s\n", why);
  exit(2);
}

// Rows of bits become columns.
void transpose(Word* rows) {
  Word mask = 0x00000000ffffffffu;
  for (int width = kBits / 2; width; width >>= 1, mask ^= mask << width) {
    for (int k = 0; k < kBits; k = ((k | width) + 1) & ~width) {
      const Word swapped = ((rows[k] >> width) ^ rows[k | width]) & mask;
      rows[k] ^= swapped << width;
      rows[k | width] ^= swapped;
    }
  }
}

bool bit_of(const Word* words, size_t bit) { return words[bit / kBits] >> (bit % kBits) & 1; }
void clear_bit(Word* words, size_t bit) { words[bit / kBits] &= ~(Word{1} << (bit % kBits)); }
size_t words_of(size_t bits) { return (bits + kBits - 1) / kBits; }

// A literal is twice the number of a node, and one more where it is inverted. Node 0 is false; then come the inputs,
// the registers and the gates, each behind those that it reads.
struct Circuit {
  struct Gate {
    uint32_t one, other;
  };
  size_t inputs = 0, registers = 0;
  std::vector<Gate> gates;
  std::vector<uint32_t> next;  // of the registers, and the output behind them
  std::vector<bool> starts;    // what the registers hold in the first cycle
  std::vector<bool> from;      // of the inputs

  explicit Circuit(const char* name) {
    std::unique_ptr<FILE, int (*)(FILE*)> opened(fopen(name, "rb"), fclose);
    FILE* file = opened.get();
    size_t highest, outputs, ands;
    if (!file || fscanf(file, "aig %zu %zu %zu %zu %zu", &highest, &inputs, &registers, &outputs, &ands) != 5)
      fail("not a circuit in binary AIGER");
    if (outputs != 1 || highest != inputs + registers + ands) fail("a circuit with one output is looked at");
    char line[1 << 12];
    const auto read_line = [&] { return fgets(line, sizeof line, file) != nullptr; };
    if (!read_line()) fail("the circuit ends too early");
    for (size_t k = 0; k <= registers; ++k) {
      unsigned literal = 0, start = 0;
      if (!read_line() || sscanf(line, "%u %u", &literal, &start) < 1) fail("a line of a literal is missing");
      next.push_back(literal);
      if (k < registers) starts.push_back(start == 1);
    }
    const auto less = [&] {
      uint32_t value = 0;
      for (int shift = 0;; shift += 7) {
        const int byte = getc(file);
        if (byte == EOF) fail("the circuit ends too early");
        value |= static_cast<uint32_t>(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
      }
    };
    for (size_t k = 0; k < ands; ++k) {
      const uint32_t one = 2 * static_cast<uint32_t>(inputs + registers + 1 + k) - less();
      gates.push_back({one, one - less()});
    }
    from.resize(inputs);
    while (read_line() && line[0] != 'c') {
      size_t k;
      char symbol[5];
      if (sscanf(line, "i%zu %4s", &k, symbol) == 2 && k < inputs) from[k] = !strcmp(symbol, "from");
    }
  }
};

// States in the order in which they were found, each with the cycle in which it was. A state is where its registers can
// be 1, and the number of the set of those that are unknown. There are few such sets.
class States {
 public:
  explicit States(size_t words)
      : words_(words), table_(1 << 16, kNone), unknown_(words), sets_{unknown_}, numbers_{{unknown_, 0}} {}

  size_t count() const { return cycles_.size(); }
  uint32_t cycle(size_t k) const { return cycles_[k]; }

  // Writes where its registers can be 1, and where they can be 0.
  void read(size_t k, Word* one, Word* zero) const {
    const std::vector<Word>& unknown = sets_[of_state_[k]];
    for (size_t word = 0; word < words_; ++word) {
      one[word] = known(k)[word];
      zero[word] = ~one[word] | unknown[word];
    }
  }

  // True where something in it is unknown.
  bool add(const Word* one, const Word* zero, uint32_t cycle) {
    if (2 * count() >= table_.size()) grow();
    for (size_t word = 0; word < words_; ++word) unknown_[word] = one[word] & zero[word];
    if (sets_[set_] != unknown_) {
      set_ = numbers_.emplace(unknown_, static_cast<uint32_t>(sets_.size())).first->second;
      if (set_ == sets_.size()) sets_.push_back(unknown_);
    }
    uint32_t& place = table_[place_of(one, set_)];
    if (place == kNone) {
      place = static_cast<uint32_t>(count());
      if (count() % kBlock == 0) blocks_.emplace_back(new Word[kBlock * words_]);
      memcpy(&blocks_.back()[count() % kBlock * words_], one, words_ * sizeof(Word));
      of_state_.push_back(set_);
      cycles_.push_back(cycle);
    }
    return set_ != 0;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kBlock = 1 << 12;

  const Word* known(size_t k) const { return &blocks_[k / kBlock][k % kBlock * words_]; }

  size_t place_of(const Word* one, uint32_t set) const {
    Word hash = 0x9e3779b97f4a7c15u ^ set;
    for (size_t word = 0; word < words_; ++word) {
      hash = (hash ^ one[word]) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
    size_t place = hash & (table_.size() - 1);
    while (table_[place] != kNone && !(of_state_[table_[place]] == set &&
                                       !memcmp(known(table_[place]), one, words_ * sizeof(Word))))
      place = (place + 1) & (table_.size() - 1);
    return place;
  }

  void grow() {
    table_.assign(2 * table_.size(), kNone);
    for (size_t k = 0; k < count(); ++k) table_[place_of(known(k), of_state_[k])] = static_cast<uint32_t>(k);
  }

  size_t words_;
  std::vector<std::unique_ptr<Word[]>> blocks_;
  std::vector<uint32_t> of_state_, cycles_, table_;
  std::vector<Word> unknown_;
  std::vector<std::vector<Word>> sets_;  // the first one is empty
  std::map<std::vector<Word>, uint32_t> numbers_;
  uint32_t set_ = 0;  // of the latest state
};

// A bit for each of what is looked at together.
template <int kWords>
struct Vector {
  Word words[kWords];
  Word& operator[](size_t k) { return words[k]; }

  friend Vector operator&(const Vector& one, const Vector& other) {
    Vector both;
    for (int k = 0; k < kWords; ++k) both.words[k] = one.words[k] & other.words[k];
    return both;
  }
  friend Vector operator|(const Vector& one, const Vector& other) {
    Vector either;
    for (int k = 0; k < kWords; ++k) either.words[k] = one.words[k] | other.words[k];
    return either;
  }
};

enum class Found { kNothing, kBroken };

// What is looked at: states with some inputs tried. Each has the words of where its registers can be 1 and can be 0,
// the same of its inputs, and its cycle.
class Search {
 public:
  Search(const Circuit& circuit, bool exact)
      : circuit_(circuit),
        exact_(exact),
        registers_(words_of(circuit.registers)),
        inputs_(words_of(circuit.inputs)),
        next_(words_of(circuit.registers + 1)),
        size_(2 * registers_ + 2 * inputs_ + 1),
        states_(registers_),
        narrow_(circuit, size_, next_),
        wide_(circuit, size_, next_) {
    std::vector<Word> first(2 * registers_);
    for (size_t k = 0; k < circuit.registers; ++k)
      first[k / kBits + (circuit.starts[k] ? 0 : registers_)] |= Word{1} << (k % kBits);
    states_.add(first.data(), first.data() + registers_, 0);
  }

  void run(size_t most) {
    const char* how = "holds";
    while (waiting() != 0) {
      const Found found = waiting() > kBits ? look(wide_) : look(narrow_);
      if (found == Found::kBroken) {
        how = unknown_ ? "unsure" : "broken";
        break;
      }
      if (states_.count() > most || transitions_ > (most + kFewStates) * kTransitionsAState) {
        how = "stopped";
        cycle_ = states_.cycle(seen_ - 1);
        break;
      }
    }
    if (!strcmp(how, "holds"))
      printf("holds %zu\n", states_.count());
    else
      printf("%s %u %zu\n", how, cycle_, states_.count());
  }

 private:
  // Memory for so many words at once.
  template <int kWords>
  struct Lanes {
    static constexpr size_t kItems = kWords * kBits;

    Lanes(const Circuit& circuit, size_t size, size_t next)
        : can(2 * (circuit.inputs + circuit.registers + circuit.gates.size() + 1)),
          depends(can.size() / 2),
          items(kItems * size),
          one(kItems * next),
          zero(kItems * next),
          open(kItems * next) {
      for (Word& word : can[1].words) word = ~Word{0};
    }

    std::vector<Vector<kWords>> can, depends;
    std::vector<Word> items, one, zero, open;
  };

  size_t waiting() const { return states_.count() - seen_ + stack_.size() / size_; }

  // Looks at as many as there is room for.
  template <int kWords>
  Found look(Lanes<kWords>& lanes) {
    const size_t count = take(lanes);
    transitions_ += count;
    for (size_t group = 0; group * kBits < count; ++group) put_in(lanes, group, count);
    auto* can = &lanes.can[2 * (circuit_.inputs + circuit_.registers + 1)];
    auto* depends = &lanes.depends[circuit_.inputs + circuit_.registers + 1];
    for (const Circuit::Gate& gate : circuit_.gates) {
      const auto &one = lanes.can[gate.one], &other = lanes.can[gate.other];
      can[0] = one & other;
      can[1] = lanes.can[gate.one ^ 1] | lanes.can[gate.other ^ 1];
      *depends++ = ((lanes.depends[gate.one >> 1] & other) | (lanes.depends[gate.other >> 1] & one)) & can[0] & can[1];
      can += 2;
    }
    for (size_t group = 0; group * kBits < count; ++group) take_out(lanes, group);
    for (size_t k = 0; k < count; ++k)
      if (follow(lanes, k, count) == Found::kBroken) return Found::kBroken;
    return Found::kNothing;
  }

  // What waits, the latest first, and then states that are new: how many there are.
  template <int kWords>
  size_t take(Lanes<kWords>& lanes) {
    size_t count = 0;
    for (; count < lanes.kItems && !stack_.empty(); ++count) {
      memcpy(&lanes.items[count * size_], &stack_[stack_.size() - size_], size_ * sizeof(Word));
      stack_.resize(stack_.size() - size_);
    }
    for (; count < lanes.kItems && seen_ < states_.count(); ++count, ++seen_) {
      Word* item = &lanes.items[count * size_];
      states_.read(seen_, item, item + registers_);
      memset(item + 2 * registers_, 0xff, 2 * inputs_ * sizeof(Word));
      item[size_ - 1] = states_.cycle(seen_);
    }
    return count;
  }

  template <int kWords>
  void put_in(Lanes<kWords>& lanes, size_t group, size_t count) {
    Word cut[kBits];
    const auto column = [&](size_t word) {
      for (size_t k = 0; k < kBits; ++k) {
        const size_t item = group * kBits + k;
        cut[k] = item < count ? lanes.items[item * size_ + word] : 0;
      }
      transpose(cut);
    };
    const auto put = [&](size_t first_word, size_t words, size_t nodes, size_t first_node, int inverted) {
      for (size_t word = 0; word < words; ++word) {
        column(first_word + word);
        for (size_t k = 0; k < kBits && word * kBits + k < nodes; ++k)
          lanes.can[2 * (first_node + word * kBits + k) + inverted][group] = cut[k];
      }
    };
    put(0, registers_, circuit_.registers, circuit_.inputs + 1, 0);
    put(registers_, registers_, circuit_.registers, circuit_.inputs + 1, 1);
    put(2 * registers_, inputs_, circuit_.inputs, 1, 0);
    put(2 * registers_ + inputs_, inputs_, circuit_.inputs, 1, 1);
    for (size_t k = 0; k < circuit_.inputs; ++k) {
      const Word both = lanes.can[2 * k + 2][group] & lanes.can[2 * k + 3][group];
      lanes.depends[k + 1][group] = circuit_.from[k] && !exact_ ? 0 : both;
    }
  }

  template <int kWords>
  void take_out(Lanes<kWords>& lanes, size_t group) {
    Word cut[kBits];
    const auto out = [&](std::vector<Word>& into, auto word_of) {
      for (size_t word = 0; word < next_; ++word) {
        for (size_t k = 0; k < kBits; ++k) {
          const size_t bit = word * kBits + k;
          cut[k] = bit < circuit_.next.size() ? word_of(circuit_.next[bit]) : 0;
        }
        transpose(cut);
        for (size_t k = 0; k < kBits; ++k) into[(group * kBits + k) * next_ + word] = cut[k];
      }
    };
    out(lanes.one, [&](uint32_t literal) { return lanes.can[literal][group]; });
    out(lanes.zero, [&](uint32_t literal) { return lanes.can[literal ^ 1][group]; });
    out(lanes.open, [&](uint32_t literal) { return lanes.depends[literal >> 1][group]; });
  }

  // The next state of an item, or what is to be tried of it.
  template <int kWords>
  Found follow(Lanes<kWords>& lanes, size_t k, size_t count) {
    const Word *one = &lanes.one[k * next_], *zero = &lanes.zero[k * next_], *open = &lanes.open[k * next_];
    const Word* item = &lanes.items[k * size_];
    const size_t output = circuit_.registers;
    const auto cycle = static_cast<uint32_t>(item[size_ - 1]);
    if (bit_of(one, output)) {
      if (!bit_of(zero, output)) {
        cycle_ = cycle;
        return Found::kBroken;
      }
      const bool untried = bit_of(open, output);
      unknown_ |= !untried;
      split(item, {source(lanes, k, output, untried)});
      return Found::kNothing;
    }
    std::vector<size_t> sources;
    const size_t most = count <= kFew ? kTogether : 1;  // where there is room, several at once
    for (size_t word = 0; word < next_ && sources.size() < most; ++word) {
      for (Word left = open[word]; left && sources.size() < most; left &= left - 1) {
        const size_t found = source(lanes, k, word * kBits + __builtin_ctzll(left), true);
        bool known = false;
        for (const size_t each : sources) known |= each == found;
        if (!known) sources.push_back(found);
      }
    }
    if (!sources.empty()) {
      split(item, sources);
      return Found::kNothing;
    }
    made_.assign(one, one + registers_);
    if (const size_t rest = circuit_.registers % kBits) made_.back() &= ~(~Word{0} << rest);
    unknown_ |= states_.add(made_.data(), zero, cycle + 1);
    return Found::kNothing;
  }

  // An input, or behind them a register, that a next bit depends on; `untried`: an input that is not tried yet.
  template <int kWords>
  size_t source(Lanes<kWords>& lanes, size_t k, size_t bit, bool untried) {
    const auto reaches = [&](uint32_t node) {
      auto found = lanes.depends[node][k / kBits];
      if (!untried) found = lanes.can[2 * node][k / kBits] & lanes.can[2 * node + 1][k / kBits];
      return (found >> (k % kBits) & 1) != 0;
    };
    uint32_t node = circuit_.next[bit] >> 1;
    const size_t leaves = circuit_.inputs + circuit_.registers;
    while (node > leaves) {
      const Circuit::Gate& gate = circuit_.gates[node - leaves - 1];
      node = reaches(gate.other >> 1) ? gate.other >> 1 : gate.one >> 1;
    }
    return node - 1;
  }

  // The same item once for each value of some inputs or registers.
  void split(const Word* item, const std::vector<size_t>& sources) {
    for (unsigned values = 0; values < 1u << sources.size(); ++values) {
      stack_.insert(stack_.end(), item, item + size_);
      Word* made = &stack_[stack_.size() - size_];
      for (size_t k = 0; k < sources.size(); ++k) {
        const bool value = values >> k & 1;
        if (sources[k] < circuit_.inputs)
          clear_bit(made + 2 * registers_ + (value ? inputs_ : 0), sources[k]);
        else
          clear_bit(made + (value ? registers_ : 0), sources[k] - circuit_.inputs);
      }
    }
  }

  static constexpr size_t kFew = 8, kTogether = 3;

  const Circuit& circuit_;
  bool exact_, unknown_ = false;
  size_t registers_, inputs_, next_, size_;  // in words
  States states_;
  size_t seen_ = 0, transitions_ = 0;
  uint32_t cycle_ = 0;
  std::vector<Word> stack_, made_;
  Lanes<1> narrow_;
  Lanes<4> wide_;
};

}  // namespace

int main(int count, char** words) {
  if (count < 3) fail("usage: reachable FILE MOST [exact]");
  const Circuit circuit(words[1]);
  Search(circuit, count > 3).run(strtoull(words[2], nullptr, 10));
}
